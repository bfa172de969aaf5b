import type { AnswerQuestion } from './answer/answer-question.ts';
import type { Replay } from './answer/replay-answer.ts';
import { type AnswerParts, createAnswerParts } from './answer-parts.ts';
import { createGroups } from './audience-groups.ts';
import type { Config } from './config.ts';
import { createConnectorParts } from './connector-parts.ts';
import type { Connectors } from './connectors/connector.ts';
import type { Prompts } from './connectors/prompts.ts';
import type { TicketConnector } from './connectors/ticket-connector.ts';
import type { IsoDate, Viewer } from './domain.ts';
import type { Embedder } from './embeddings/embedder.ts';
import { chunk, chunkVersion } from './ingest/chunk.ts';
import { createIsolatedParser } from './ingest/isolated-parser.ts';
import { parserVersion, supportedExtensions } from './ingest/parsers/parse-file.ts';
import type { Source } from './ingest/sources/source.ts';
import { createSync, type Sync } from './ingest/sync.ts';
import { createLeaseOwner } from './lease.ts';
import { readChromaOptions } from './library/chroma-options.ts';
import { createGlossaryFile } from './library/glossary-file.ts';
import { createLibrary } from './library/hybrid-library.ts';
import type { Library } from './library/library.ts';
import { createLog, type Log, type LogLevel } from './log.ts';
import type { RemoteModel } from './models/model.ts';
import { pickEmbedder, pickModel } from './pick-models.ts';
import { createProfileParts } from './profile-parts.ts';
import type { Records, RecordsOpening } from './records/records.ts';
import { createSqliteRecords } from './records/sqlite.ts';
import type { SignInPages } from './sign-in-parts.ts';
import { createSkillParts } from './skill-parts.ts';
import type { ScriptRunner, SkillCatalog } from './skills/skill.ts';
import { createSourceParts } from './source-parts.ts';
import { openStateFolder, recordsFile } from './state-folder.ts';
import { createReadPolicy } from './tools/read-policy.ts';
import { createSearchPolicies } from './tools/search-policies.ts';
import type { DirectoryFile } from './viewer/directory-file.ts';
import type { Memberships } from './viewer/memberships.ts';
import { withProfile } from './viewer/profiles.ts';
import { type Asker, createViewers } from './viewer/viewer.ts';

/**
 * The parts, chosen by the configuration and wired; nothing is opened before `start`. SDKs that a key asks for are
 * loaded with it only: they take longer than most commands.
 */
export interface App {
  readonly config: Config;
  readonly log: Log;
  readonly records: Records;
  readonly library: Library;
  readonly sync: Sync;
  readonly answers: AnswerQuestion;
  /** Absent where nothing is set up for one; then answers are quotes. */
  readonly languageModel?: RemoteModel;
  readonly skills: SkillCatalog;
  readonly scripts: ScriptRunner;
  /** Other systems within reach; whoever answers questions for long starts them. */
  readonly connectors: Connectors;
  /** Whichever of them is a ticket desk. */
  readonly tickets: TicketConnector;
  /** Of connectors; people start them. */
  readonly prompts: Prompts;
  /** Absent without BYLAW_SECRET_KEY. */
  readonly signIns?: SignInPages | undefined;
  /** Signs out of connectors that are not configured any more. */
  signOutOfOthers(): Promise<void>;
  /** Of sources that say so themselves; returns how to stop listening. */
  onSourceChange(changed: () => void): () => void;
  readonly embedder?: Embedder;
  /** Epoch milliseconds. */
  now(): number;
  /** Reads a file that someone shared, apart from those of the sources. Throws `document_unreadable` with the reason. */
  readFile(
    file: { readonly name: string; readonly bytes: Uint8Array },
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly notes?: readonly string[] }>;
  today(): IsoDate;
  /** What may answer this asker in this place; without a chat's memberships, by the roles of the configuration alone. */
  viewer(asker?: Asker, memberships?: Memberships): Promise<Viewer>;
  /** The list of people that tells which rules apply to them; absent where none is configured. */
  readonly directory?: DirectoryFile | undefined;
  /** Whether some documents are for certain people only. */
  hasRestricted(): Promise<boolean>;
  /** Asks the question of a recorded answer again, of today's library, leaving no trace. */
  replay(id: string, signal: AbortSignal): Promise<Replay>;
  readonly judge?: AnswerParts['judge'];
  /** Opens the records and the library. Throws a `BylawError` that names what is in the way. */
  start(): Promise<RecordsOpening>;
  stop(): Promise<void>;
}

export interface AppSurroundings {
  readonly logLine: (line: string) => void;
  /** Used where the configuration leaves it open. */
  readonly logLevel: LogLevel;
  /** Instead of the configured folders, such as an evaluation's corpus. */
  readonly sources?: readonly Source[];
  /** Of this process, of which programs of connectors see a few variables; absent means none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Whose sign-in connectors are listed with where each person has their own. */
  readonly signedInAs?: string | undefined;
  /** Added to the tools' and models' own clock; tests and replays set it. */
  readonly now?: () => Date;
}

export async function createApp(config: Config, surroundings: AppSurroundings): Promise<App> {
  const now = surroundings.now ?? (() => new Date());
  const log = createLog({ level: config.log.level ?? surroundings.logLevel, write: surroundings.logLine, now });
  const days = daysIn(config.timezone);
  const today = () => days.format(now());
  const owner = createLeaseOwner();

  const records = createSqliteRecords({ file: recordsFile(config.data), now: () => now().getTime(), today });
  const embedder = await pickEmbedder(config);
  const glossary =
    config.glossary === undefined
      ? undefined
      : createGlossaryFile({ file: config.glossary, log, now: () => now().getTime() });
  const library = createLibrary({
    stateDir: config.data,
    records,
    embedder,
    glossary,
    chroma: readChromaOptions(config.environment),
    log,
    now: () => now().getTime(),
  });
  const maxBytes = config.parsing.maxFileMb * 1024 * 1024;
  const parser = createIsolatedParser({
    timeoutMs: config.parsing.timeoutSeconds * 1000,
    maxMemoryMb: config.parsing.maxMemoryMb,
    maxBytes,
  });
  // Of its own, so that a question doesn't wait for a sync and a hostile file costs no document.
  const attachments = createIsolatedParser({ timeoutMs: 20_000, maxMemoryMb: 512, maxBytes: 5 * 1024 * 1024 });
  const places = createSourceParts({
    ...{ config, extensions: supportedExtensions, environment: surroundings.environment ?? {} },
    now: () => now().getTime(),
  });
  const {
    connectors,
    tickets,
    prompts,
    toolsFor,
    sources: resources,
    signIns,
    onSourceChange,
    signOutOfOthers,
  } = createConnectorParts({
    ...{ config, records, log, environment: surroundings.environment ?? {}, signedInAs: surroundings.signedInAs },
    now: () => now().getTime(),
  });
  const groups = createGroups(config.roles);
  const sync = createSync({
    records,
    library,
    sources: surroundings.sources ?? [...places.sources, ...resources],
    parse: parser.parse,
    chunk: (document) => chunk(document, config.chunks),
    processing: {
      chunkVersion,
      maxChars: config.chunks.maxChars,
      parserVersion: (extension) => parserVersion(extension, config.parsing.timeoutSeconds * 1000),
    },
    groups,
    owner,
    now: () => now().getTime(),
    today,
    log,
  });
  const tools = [
    createSearchPolicies({
      library,
      documents: records.documents,
      contextChars: config.model.contextChars,
      minPassages: config.model.minPassages,
    }),
    createReadPolicy({ records, maxChars: config.model.contextChars }),
  ];
  const languageModel = await pickModel(config, log);
  const skills = createSkillParts({
    ...{ config, log, embedder, languageModel, tools: tools.map(({ name }) => name) },
    now: () => now().getTime(),
  });
  const viewers = createViewers({ documents: records.documents, groups, today, log });
  const profiles = createProfileParts({ config, records, now: () => now().getTime(), log });
  const viewer: App['viewer'] = async (asker = {}, memberships) =>
    withProfile(await viewers.viewerFor(asker, memberships), asker, profiles.sources, log);
  const { answers, replay, judge } = createAnswerParts({
    ...{ config, records, library, tools, skills, today, viewerFor: viewer, log },
    remote: languageModel,
    outsideTools: toolsFor,
    now: () => now().getTime(),
  });

  return {
    config,
    log,
    records,
    library,
    sync,
    answers,
    languageModel,
    embedder,
    skills: skills.catalog,
    scripts: skills.scripts,
    connectors,
    tickets,
    prompts,
    signIns,
    onSourceChange,
    signOutOfOthers,
    now: () => now().getTime(),
    readFile: ({ name, bytes }, signal) => attachments.parse({ path: name, bytes }, signal),
    today,
    viewer,
    hasRestricted: viewers.hasRestricted,
    directory: profiles.directory,
    replay,
    ...(judge && { judge }),
    start: async () => {
      glossary?.load();
      openStateFolder(config.data);
      skills.topics.start();
      if (surroundings.sources === undefined) places.removeOthers();
      const opening = await records.start();
      if (opening.state === 'rebuilt' || opening.state === 'migrated') {
        log.warn('records.opened', { state: opening.state, detail: opening.detail });
      }
      const shelf = await library.start();
      if (shelf.rebuilt) log.warn('library.rebuilt', { detail: shelf.detail });
      await skills.catalog.start();
      return opening;
    },
    stop: async () => {
      await connectors.stop();
      await skills.catalog.stop();
      await skills.scripts.stop();
      await parser.stop();
      await attachments.stop();
      await library.stop();
      await embedder?.stop();
      await records.stop();
    },
  };
}

/** Making one takes longer than all that is done with it for a question. */
function daysIn(timeZone: string): { format(moment: Date): IsoDate } {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
}
