import { accessSync, constants, existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { SyncState } from '../records/records.ts';
import type { SourceConfig } from '../resolve-sources.ts';

/** A line of `doctor`. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly fix?: string;
}

/** How each configured place stands, and each connector whose resources could not be read. */
export function checkSources({ sources, timezone }: Config, states: readonly SyncState[]): Check[] {
  const own = sources.map((source) => {
    const state = states.find(({ source: name }) => name === source.name);
    const check = checkPlace(source);
    return check.ok ? withState(check, state, timezone) : check;
  });
  const others = states.filter(({ source, failingSince }) => {
    return failingSince !== undefined && sources.every(({ name }) => name !== source);
  });
  return [
    ...own,
    ...others.map((state) => withState({ name: `source ${state.source}`, ok: true, detail: '' }, state, timezone)),
  ];
}

function withState(check: Check, state: SyncState | undefined, timezone: string): Check {
  if (state?.failingSince === undefined) {
    const read = state?.readAt === undefined ? '' : `, read ${moment(state.readAt, timezone)}`;
    return { ...check, detail: `${check.detail}${read}` };
  }
  const { failingSince, failure = 'it can’t be read', readAt } = state;
  const kept = readAt === undefined ? 'it was never read' : `what was read ${moment(readAt, timezone)} keeps answering`;
  return {
    name: check.name,
    ok: false,
    detail: `down since ${moment(failingSince, timezone)}: ${failure}; ${kept}`,
    fix: 'put right what it names; the next sync, or index, reads it again',
  };
}

function checkPlace(source: SourceConfig): Check {
  const name = `source ${source.name}`;
  if (source.kind === 'git') return { name, ok: true, detail: source.remote.url };
  if (source.kind === 'web')
    return { name, ok: true, detail: source.web.sitemap ?? `${source.web.pages?.length} pages` };
  const { folder } = source;
  if (!existsSync(folder)) {
    return { name, ok: false, detail: `${folder} does not exist`, fix: 'correct sources in bylaw.yaml' };
  }
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return { name, ok: true, detail: folder };
  } catch {
    return { name, ok: false, detail: `${folder} may not be read`, fix: 'let the user that runs Bylaw read it' };
  }
}

function moment(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at);
}
