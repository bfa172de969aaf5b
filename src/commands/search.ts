import { versionFacts } from '../citation-facts.ts';
import { BylawError } from '../errors.ts';
import type { SearchHit } from '../library/library.ts';
import { printable } from '../printable.ts';
import { inForce } from '../versions/in-force.ts';
import { type Command, type ExitStatus, listOption, printJson, textOption } from './command.ts';
import { askedDay, asOfOption, onDay } from './day-option.ts';
import { filterOption, parseFilter } from './filter-option.ts';
import { numberOption } from './number-option.ts';
import { withApp } from './running-app.ts';
import { syncText } from './sync-text.ts';

export const searchCommand: Command = {
  name: 'search',
  summary: 'Show the passages that a question finds, best first.',
  usage: '"query"',
  words: { min: 1, max: 1 },
  options: [
    { name: 'limit', value: 'N', help: 'how many passages (10)' },
    {
      name: 'as',
      value: 'PERSON',
      help: 'what this person may read, by the roles of bylaw.yaml (without it: what everyone may)',
    },
    filterOption,
    asOfOption,
  ],
  details: `Changed documents are read first. Example: search "carry over" --filter country=DE --filter "effective>=2026-01-01"
What the glossary adds, and what stands in for words spelled wrong, is named first.
With --json: {passages: [{id, document, title, section, page?, version, effective?, until?, copies?, text, score}], alsoSearched}.`,
  run: async (context) => {
    const text = (context.words[0] ?? '').trim();
    if (text === '') throw new BylawError('usage', 'the query is empty; usage: bylaw search "query"');
    const filter = parseFilter(listOption(context, 'filter'));
    const limit = numberOption(context, 'limit', { fallback: 10, most: 100 });
    const day = askedDay(context);
    return withApp<ExitStatus>(context, async (app) => {
      await syncText(app, context);
      const { audienceKeys, on } = onDay(await app.viewer({ person: textOption(context, 'as') }), day);
      const query = { text, limit, audienceKeys, on, filter, signal: context.signal };
      const { hits, alsoSearched = [] } = await app.library.search(query);
      if (context.json) printJson(context, { passages: hits.map(toJson), alsoSearched });
      else context.stdout.write(printable(`${addedText(alsoSearched)}${hitsText(hits)}`));
      return 0;
    });
  },
};

function addedText(words: readonly string[]): string {
  return words.length === 0 ? '' : `Also searched for: ${words.join(', ')}\n\n`;
}

function hitsText(hits: readonly SearchHit[]): string {
  return hits.length === 0 ? 'Nothing found.\n' : hits.map(describe).join('\n');
}

function toJson({ passage, version, score, copies = [] }: SearchHit) {
  const { since, until } = inForce(version);
  return {
    id: passage.id,
    document: passage.document,
    title: version.metadata.title,
    section: passage.headings.join(' › '),
    ...(passage.page === undefined ? {} : { page: passage.page }),
    version: version.number,
    ...(since === undefined ? {} : { effective: since }),
    ...(until === undefined ? {} : { until }),
    ...(copies.length === 0 ? {} : { copies: copies.map((copy) => copy.passage.id) }),
    text: passage.text,
    score: Math.round(score * 10_000) / 10_000,
  };
}

function describe(hit: SearchHit): string {
  const found = toJson(hit);
  const { id, title, section, page, text, score } = found;
  const place = [title, section, page === undefined ? '' : `page ${page}`].filter(Boolean).join(' › ');
  const copies = found.copies === undefined ? '' : `       the same text: ${found.copies.join(', ')}\n`;
  return `${score.toFixed(3)}  ${place}\n       ${id} (${versionFacts(found).join(', ')})\n${copies}${text.replace(/^/gm, '       ')}\n`;
}
