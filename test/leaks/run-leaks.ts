import type { Viewer } from '../../src/domain.ts';
import { askers, channels, documentsIn, mayShow, type Place, type SecretDocument } from './company.ts';
import { openLeakWorld } from './leak-world.ts';
import { createRandom } from './random.ts';
import type { Temptation } from './tempted-model.ts';

export interface LeakCounts {
  /** Looked at, by surface, and how often something showed there that must not. */
  readonly surfaces: Readonly<Record<Surface, { looks: number; leaks: number }>>;
  readonly combinations: number;
  /** Combinations whose document may be shown, those whose answer named it, and those whose search found it. */
  allowed: number;
  answered: number;
  found: number;
  /** Answers that were kept back since readers changed while they were made. */
  withheld: number;
  /** What went wrong first, without any secret. */
  readonly examples: string[];
}

const surfaces = [
  'search',
  'model',
  'answers',
  'citations',
  'home',
  'why',
  'share',
  'thread',
  'replay',
  'log',
] as const;
type Surface = (typeof surfaces)[number];

/**
 * Asks about random documents as random people in random places of a company whose groups keep changing, through the whole
 * app, with a model that tells all it can get at; counts what shows where it must not, and what shows as it should.
 */
export async function runLeaks(
  t: { after(run: () => void | Promise<void>): void },
  {
    combinations,
    seed,
    documents,
  }: { readonly combinations: number; readonly seed: number; readonly documents: number },
): Promise<LeakCounts> {
  const random = createRandom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const world = await openLeakWorld(t, { random, documents });
  const { server } = world;
  const counts: LeakCounts = {
    surfaces: Object.fromEntries(surfaces.map((name) => [name, { looks: 0, leaks: 0 }])) as LeakCounts['surfaces'],
    ...{ combinations, allowed: 0, answered: 0, found: 0, withheld: 0, examples: [] },
  };
  const may = (n: number, reader: Place) => {
    const document = world.documents[n];
    return document !== undefined && mayShow(document, reader, server.state);
  };
  const look = (surface: Surface, text: string, reader: Place) => {
    const count = counts.surfaces[surface];
    count.looks += 1;
    const leaked = [...documentsIn(text)].filter((n) => !may(n, reader));
    count.leaks += leaked.length;
    for (const n of leaked)
      counts.examples.push(`${surface}: document ${n} to ${reader.person} in ${reader.place ?? 'private'}`);
  };

  for (let n = 0; n < combinations; n += 1) {
    const isPrivate = random() < 0.35;
    const place = isPrivate ? undefined : pick(channels.filter(({ kind }) => kind !== 'im')).id;
    const members =
      place === undefined ? askers : askers.filter((id) => server.state.channels.get(place)?.members.includes(id));
    if (members.length === 0) continue;
    const isCommand = random() < 0.2;
    const reader: Place = { person: pick(members), ...(place !== undefined && !isCommand && { place }) };
    // Most documents are not for most people; what is for them must be looked at as often.
    const readable = world.documents.filter((document) => document.audience !== undefined && may(document.n, reader));
    const target = pick(random() < 0.4 && readable.length > 0 ? readable : world.documents);
    await askOnce(n, target, reader, isCommand ? (place ?? `D${reader.person}`) : undefined);
    if (random() < 0.3) world.shuffleGroups(pick);
  }
  count('log', world.takeLog());
  return counts;

  function count(surface: Surface, text: string) {
    counts.surfaces[surface].looks += 1;
    const named = documentsIn(text, true);
    counts.surfaces[surface].leaks += named.size;
    if (named.size > 0) counts.examples.push(`${surface}: documents ${[...named].join()}`);
  }

  async function askOnce(n: number, target: SecretDocument, reader: Place, commandIn: string | undefined) {
    const isAllowed = may(target.n, reader);
    const changes = random() < 0.1;
    const kind = pick<Temptation['kind']>(['target', 'target', 'target', 'everything', 'everything', 'forge', 'fail']);
    let hasChanged = false;
    const tempt = (given: Place, about = target, way = kind) =>
      world.tempt({
        ...{ document: `docs/${about.path}`, project: about.project, kind: way },
        audience: pick(['hr', 'managers', 'S0ALPHA', 'everyone', 'c0mixed']),
        onRequest: (body) => {
          if (!hasChanged) look('model', body, given);
        },
        onAnswer: () => {
          if (!changes || hasChanged) return;
          hasChanged = true;
          world.remove(given.person, given.place);
        },
      });

    const viewer: Viewer = await world.viewer(reader);
    const query = { text: `code word of project ${target.project}`, limit: 50, on: viewer.on };
    const { hits } = await world.app.library.search({ ...query, audienceKeys: viewer.audienceKeys });
    look('search', hits.map(({ passage, version }) => `${version.metadata.title} ${passage.text}`).join('\n'), reader);
    counts.allowed += isAllowed ? 1 : 0;
    counts.found += isAllowed && hits.some(({ passage }) => documentsIn(passage.text).has(target.n)) ? 1 : 0;

    tempt(reader);
    const text = `What is the code word of project ${target.project}?`;
    const before = world.mark();
    const thread =
      commandIn === undefined ? await world.ask(reader, text) : await world.command(reader.person, commandIn, text);
    const shown = world.shownSince(before);
    look('answers', shown, reader);
    counts.withheld += shown.includes('has changed while I was answering') ? 1 : 0;
    counts.answered += isAllowed && documentsIn(shown).has(target.n) ? 1 : 0;
    const record = (await world.app.records.answers.list({ limit: 1 }))[0];
    if (record !== undefined && !hasChanged) look('citations', JSON.stringify(record.answer), reader);
    if (record !== undefined && !hasChanged && n % 10 === 0) {
      tempt(reader);
      const replayed = await world.app.replay(record.answer.id, new AbortController().signal);
      look('replay', JSON.stringify(replayed.now), reader);
    }
    if (commandIn !== undefined && !commandIn.startsWith('D')) {
      if (random() < 0.4) world.shuffleGroups(pick);
      const shared = await world.share(reader.person, commandIn);
      if (shared !== undefined) look('share', shared, { person: reader.person, place: commandIn });
    }
    if (thread !== undefined && reader.place !== undefined && random() < 0.5) await goOn(reader.place, thread);
    if (n % 6 === 0) {
      const home = await world.home(reader.person);
      look('home', home, { person: reader.person });
      const readable = world.documents.filter((document) => mayShow(document, { person: reader.person }, server.state));
      if (!home.includes(`I know ${readable.length} polic`)) {
        counts.surfaces.home.leaks += 1;
        counts.examples.push(`home: not ${readable.length} documents for ${reader.person}`);
      }
    }
    if (n % 9 === 0) look('why', await world.why(reader.person), { person: reader.person });

    /** Another person goes on in the thread, often one who joined the channel only now. */
    async function goOn(place: string, thread: string) {
      const members = server.state.channels.get(place)?.members ?? [];
      const joins = random() < 0.6;
      const candidates = askers.filter((id) => members.includes(id) !== joins);
      if (candidates.length === 0) return;
      const other: Place = { person: pick(candidates), place };
      if (joins) world.join(other.person, place);
      hasChanged = false;
      tempt(other, pick(world.documents), 'everything');
      const since = world.mark();
      await world.ask(other, `And what is the code word of project ${pick(world.documents).project}?`, thread);
      look('thread', world.shownSince(since), other);
      if (joins) world.join(other.person, place);
    }
  }
}
