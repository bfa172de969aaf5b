import type { ConnectorSettings, ConnectorStatus, ConnectorToolStatus } from '../connectors/connector.ts';
import type { PinChange } from '../connectors/review-pins.ts';
import type { ConnectorCall, ConnectorRecords } from '../records/records.ts';
import { declaredTokens } from '../tools/connector-shelf.ts';

interface Listed {
  readonly status: ConnectorStatus;
  /** Absent where the configuration was refused. */
  readonly settings: ConnectorSettings | undefined;
}

/** One connector in a few lines. */
export function listText({ status, settings }: Listed): string {
  const { name, state, reason, revision, versions, tools, warnings } = status;
  const count = (of: ConnectorToolStatus['state']) => tools.filter((tool) => tool.state === of).length;
  const counts = [
    `${count('offered')} offered`,
    ...(['quarantined', 'denied', 'broken'] as const).flatMap((each) =>
      count(each) === 0 ? [] : [`${count(each)} ${each}`],
    ),
  ];
  const { tokens } = costText([status]);
  return [
    `${name}: ${state}${revision === undefined ? '' : `, revision ${revision}`}\n`,
    ...(reason === undefined ? [] : [`  ${reason}\n`]),
    ...(versions === undefined
      ? []
      : [`  Bylaw speaks ${versions.ours.join(', ')}; the server speaks ${versions.theirs.join(', ')}\n`]),
    ...(tools.length === 0
      ? []
      : [`  ${plural(tools.length, 'tool')}: ${counts.join(', ')}; about ${tokens} tokens\n`]),
    ...(count('quarantined') === 0
      ? []
      : [`  new or changed definitions wait for you: bylaw connectors approve ${name}\n`]),
    ...(settings === undefined ? [] : [`  ${cardText(settings)}\n`, `  ${accessText(settings)}\n`]),
    ...warnings.map((warning) => `  warning: ${warning}\n`),
  ].join('');
}

/** One connector with its tools. */
export function statusText(listed: Listed): string {
  const { tools } = listed.status;
  const width = Math.max(0, ...tools.map(({ name }) => name.length));
  const rows = tools.map(({ name, state, effect, tokens, reason }) => {
    const why = reason === undefined ? '' : `  ${reason}`;
    return `  ${name.padEnd(width)}  ${state.padEnd(11)}  ${effect.padEnd(11)}  ${String(tokens).padStart(5)} tokens${why}\n`;
  });
  return `${listText(listed)}${rows.join('')}`;
}

/** What all offered tools cost in every request, and whether that is too much to declare them all. */
export function costText(all: readonly ConnectorStatus[]): {
  readonly tokens: number;
  readonly deferred: boolean;
  readonly text: string;
} {
  const offered = all.flatMap(({ tools }) => tools.filter(({ state }) => state === 'offered'));
  const tokens = offered.reduce((sum, tool) => sum + tool.tokens, 0);
  const deferred = tokens > declaredTokens;
  const how = deferred ? `more than ${declaredTokens}, so the model searches for them` : 'in every request';
  return { tokens, deferred, text: `All offered tools together: about ${tokens} tokens, ${how}.` };
}

export function changesText(name: string, changes: readonly PinChange[]): string {
  if (changes.length === 0) return `${name}: everything is approved as it is.\n`;
  return changes
    .map(({ kind, name: what, change, lines }) => {
      const title = kind === 'instructions' ? 'its instructions' : `${kind} ${what}`;
      return `${title}: ${change}\n${lines.map((line) => `  ${line}\n`).join('')}`;
    })
    .join('');
}

export function dataText(
  name: string,
  settings: ConnectorSettings | undefined,
  { calls: count, bytesOut, bytesIn, since }: Awaited<ReturnType<ConnectorRecords['totals']>>,
  calls: readonly ConnectorCall[],
): string {
  const card = settings === undefined ? 'It is no longer configured.' : cardText(settings);
  if (count === 0) return `${name}: nothing was sent to it. ${card}\n`;
  const from = since === undefined ? '' : ` since ${timeOf(since)}`;
  const head = `${name}: ${plural(count, 'call')}${from}, ${bytesOut} bytes sent, ${bytesIn} received. ${card}\n`;
  const rows = calls.map((call) => {
    const { at, person = 'nobody known', place = 'a private question', tool, endpoint, revision, args } = call;
    const { argsHash, bytesOut: sent, decision, approver, end } = call;
    const agreed = decision === 'automatic' ? 'by itself' : `agreed to by ${approver ?? 'someone forgotten'}`;
    const came =
      end === undefined
        ? 'it did not come to an end, so it may have been received'
        : `${end.outcome} after ${end.ms} ms, ${end.bytesIn} bytes back${end.resultHash === undefined ? '' : ` (SHA-256 ${end.resultHash})`}`;
    return [
      `${timeOf(at)}  ${tool}  for ${person} in ${place}, ${agreed}\n`,
      `  sent to ${endpoint}${revision === '' ? '' : `, revision ${revision}`}: ${args}\n`,
      `  ${sent} bytes, SHA-256 ${argsHash}; ${came}\n`,
    ].join('');
  });
  const more = count > calls.length ? `The last ${calls.length} of ${count}; --json prints more.\n` : '';
  return `${head}${rows.join('')}${more}`;
}

function cardText({ card: { operator, location, data } }: Pick<ConnectorSettings, 'card'>): string {
  const who = operator === '' ? 'Run by nobody who is named' : `Run by ${operator}`;
  const where = location === '' ? '' : `, ${location}`;
  return `${who}${where}; may receive ${data.length === 0 ? 'no data that is named' : data.join(', ')}.`;
}

function accessText({ access: { channels, groups, people } }: ConnectorSettings): string {
  if (channels.length === 0) return 'Nobody may use it: access.channels names no channel.';
  const where = channels.includes('*') ? 'Everywhere' : `In ${channels.join(', ')}`;
  const who = [...groups.map((group) => `group ${group}`), ...people];
  return `${where}, ${who.length === 0 ? 'by everyone' : `by ${who.join(', ')}`}.`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
