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
With --json: {passages: [{id, document, title, section, page?, version, effective?, until?, text, score}]}.`,
  run: async (context) => {
    const text = (context.words[0] ?? '').trim();
    if (text === '') throw new BylawError('usage', 'the query is empty; usage: bylaw search "query"');
    const filter = parseFilter(listOption(context, 'filter'));
    const limit = numberOption(context, 'limit', { fallback: 10, most: 100 });
    const day = askedDay(context);
    return withApp<ExitStatus>(context, async (app) => {
      await syncText(app, context);
      const { audienceKeys, on } = onDay(await app.viewer({ person: textOption(context, 'as') }), day);
      const { hits } = await app.library.search({ text, limit, audienceKeys, on, filter, signal: context.signal });
      if (context.json) printJson(context, { passages: hits.map(toJson) });
      else context.stdout.write(hits.length === 0 ? 'Nothing found.\n' : printable(hits.map(describe).join('\n')));
      return 0;
    });
  },
};

function toJson({ passage, version, score }: SearchHit) {
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
    text: passage.text,
    score: Math.round(score * 10_000) / 10_000,
  };
}

function describe(hit: SearchHit): string {
  const found = toJson(hit);
  const { id, title, section, page, text, score } = found;
  const place = [title, section, page === undefined ? '' : `page ${page}`].filter(Boolean).join(' › ');
  return `${score.toFixed(3)}  ${place}\n       ${id} (${versionFacts(found).join(', ')})\n${text.replace(/^/gm, '       ')}\n`;
}
