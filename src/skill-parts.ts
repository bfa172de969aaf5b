import process from 'node:process';
import type { AnswerSkills } from './answer/answer-skills.ts';
import type { Referrals } from './answer/referral.ts';
import type { Config } from './config.ts';
import type { Embedder } from './embeddings/embedder.ts';
import type { Log } from './log.ts';
import type { Model, RemoteModel } from './models/model.ts';
import { createSkillCatalog } from './skills/catalog.ts';
import { catalogText } from './skills/catalog-text.ts';
import { createSkillFinder } from './skills/find-skill.ts';
import { createScriptRunner } from './skills/run-script.ts';
import { detectSensitive, type SensitiveTopic } from './skills/sensitive.ts';
import { languageOf, sensitiveReply } from './skills/sensitive-reply.ts';
import type { ScriptRunner, Skill, SkillCatalog } from './skills/skill.ts';
import { createSkillShelf } from './tools/skill-shelf.ts';
import { createTopicFile, type TopicFile, topicReply } from './topics/topic-file.ts';

/** What has to do with skills, chosen by the configuration and wired. */
export interface SkillParts {
  readonly catalog: SkillCatalog;
  readonly scripts: ScriptRunner;
  readonly answers: AnswerSkills;
  readonly referrals: Referrals;
  /** What people answer; to be started before the first question. */
  readonly topics: TopicFile;
}

export interface SkillPartsDeps {
  readonly config: Config;
  readonly log: Log;
  readonly embedder: Embedder | undefined;
  /** Absent without a key: then no skill is followed. */
  readonly languageModel: RemoteModel | undefined;
  /** Names of the other tools. */
  readonly tools: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const skillTools = ['load_skill', 'read_skill_file', 'run_skill_script', 'find_skill'];

export function createSkillParts({ config, log, embedder, languageModel, tools, now }: SkillPartsDeps): SkillParts {
  const catalog = createSkillCatalog({
    roots: config.skills.roots,
    roles: Object.keys(config.roles),
    ...{ log, now, tools: () => [...tools, ...skillTools] },
  });
  const scripts = createScriptRunner({ log, now, nodePath: process.execPath, secrets: secretsOf(config) });
  const finder = createSkillFinder(
    embedder === undefined ? {} : { embed: (texts) => embedder.embed(texts, { purpose: 'question' }) },
  );
  const shelf = createSkillShelf({
    ...{ catalog, scripts, describe: catalogText, log },
    find: async (query, among) => (await finder.find(query, among)).map(({ skill }) => skill),
  });
  const modelFor = createModelFor(languageModel, config.model.provider);
  const topicFile = createTopicFile({ file: config.topics, log });
  return {
    catalog,
    scripts,
    answers: { ...shelf, offer: async (viewer, started) => ({ ...(await shelf.offer(viewer, started)), modelFor }) },
    referrals: createReferrals(config, topicFile),
    topics: topicFile,
  };
}

const topics: readonly SensitiveTopic[] = ['danger', 'harassment', 'health', 'whistleblowing'];

/** What must not be told to a machine goes before what an owner wants people to answer. */
function createReferrals({ contacts }: Config, topicFile: TopicFile): Referrals {
  return {
    find: (text) => {
      const topic = detectSensitive(text) ?? topicFile.find(text)?.name;
      return topic === undefined ? undefined : { topic, language: languageOf(text) };
    },
    // One that a newer version has stored may be unknown here; then whoever helps with the gravest is named.
    reply: ({ topic, language }) => {
      const own = topicFile.get(topic);
      if (own !== undefined) return topicReply(own, language === 'de' ? 'de' : 'en');
      return sensitiveReply(topics.find((each) => each === topic) ?? 'danger', contacts, { language });
    },
  };
}

/** The model that a skill names, or the one that answers with another effort; each is made once. */
function createModelFor(
  languageModel: RemoteModel | undefined,
  provider: Config['model']['provider'],
): (skill: Skill) => Model | undefined {
  const models = new Map<string, Model>();
  return ({ settings }) => {
    // Skills come from elsewhere, and name Claude's models; another provider has none of them.
    const model = provider !== 'anthropic' && settings.model?.startsWith('claude') ? undefined : settings.model;
    const { effort } = settings;
    if (languageModel === undefined || (model === undefined && effort === undefined)) return undefined;
    const key = JSON.stringify([model, effort]);
    const found = models.get(key) ?? languageModel.variant({ model, effort });
    models.set(key, found);
    return found;
  };
}

/** Values that no script may print, in case one gets hold of them. */
function secretsOf({ environment }: Config): string[] {
  const {
    ANTHROPIC_API_KEY,
    MODEL_API_KEY,
    OPENAI_API_KEY,
    SLACK_BOT_TOKEN,
    SLACK_APP_TOKEN,
    CHROMA_API_KEY,
    CHROMA_HEADERS = {},
  } = environment;
  const values = [
    ANTHROPIC_API_KEY,
    MODEL_API_KEY,
    OPENAI_API_KEY,
    SLACK_BOT_TOKEN,
    SLACK_APP_TOKEN,
    CHROMA_API_KEY,
    ...Object.values(CHROMA_HEADERS),
  ];
  return values.filter((value) => value !== undefined);
}
