import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { App } from '../app.ts';
import type { ConnectorPlan } from '../connectors/connector.ts';
import { BylawError } from '../errors.ts';
import { printable } from '../printable.ts';
import { type Command, type CommandContext, type ExitStatus, printJson, textOption } from './command.ts';
import { changesText, costText, dataText, listText, statusText } from './connectors-text.ts';
import { withRecords } from './open-records.ts';
import { withApp } from './running-app.ts';
import { signInHere } from './sign-in-here.ts';

export const connectorsCommand: Command = {
  name: 'connectors',
  summary: 'List, test and approve MCP servers, and print what each has received.',
  usage: 'list | test NAME | approve NAME | data NAME',
  words: { min: 1, max: 2 },
  options: [
    { name: 'yes', help: 'approve without being asked' },
    { name: 'as', value: 'PERSON', help: 'whose sign-in to test or approve with, where each person has their own' },
  ],
  details: `list connects to all servers and prints how each stands, who may use it, and about how many tokens its tools cost in
every request. test connects to one and prints its tools. approve shows how the definitions of one differ from those
approved, and takes them over once you agree (or with --yes): a new or changed tool is not used before. data prints
what was sent to one server: when, by whom, what, and who agreed. Exit status 1 if a server can't be reached, or changes
were not approved. Where each person has a sign-in of their own, --as names whose; who has none is given a link, on a terminal.
With --json: list {connectors: [{name, state, reason?, revision?, card, access, tools: [{name, modelName, state, effect,
tokens, reason?}], tokens, warnings}], tokens, deferred}; test one of these; approve {name, changes: [{kind, name, change,
lines}], approved}; data {name, card?, totals: {calls, bytesOut, bytesIn, since?}, calls: [{at, person?, place?, endpoint,
tool, revision, args, argsHash, bytesOut, decision, approver?, end?: {outcome, ms, bytesIn, resultHash?}}]}.`,
  run: async (context) => {
    const [verb, name] = context.words;
    if (verb === 'list' && name === undefined) return list(context);
    if (name !== undefined && verb === 'test') return test(context, name);
    if (name !== undefined && verb === 'approve') return approve(context, name);
    if (name !== undefined && verb === 'data') return data(context, name);
    throw new BylawError(
      'usage',
      `"${context.words.join(' ')}" is none of these; usage: bylaw connectors list | test NAME | approve NAME | data NAME`,
    );
  },
};

async function list(context: CommandContext): Promise<ExitStatus> {
  const { connectors: plan } = context.config;
  if (plan.connectors.length + plan.refused.length === 0) {
    if (context.json) printJson(context, { connectors: [], tokens: 0, deferred: false });
    else context.stdout.write('No connectors. Name MCP servers under mcpServers in bylaw.yaml, as other hosts do.\n');
    return 0;
  }
  return connected(context, plan, async (app) => {
    const all = app.connectors.status().map((status) => ({ status, settings: settingsOf(context, status.name) }));
    const cost = costText(all.map(({ status }) => status));
    if (context.json) {
      printJson(context, { connectors: all.map(statusJson), tokens: cost.tokens, deferred: cost.deferred });
    } else context.stdout.write(printable(`${all.map(listText).join('')}${cost.text}\n`));
    // Nobody's sign-in is the bot's, so that is how such a connector stands.
    const isUsual = ({ status: { state }, settings }: Listed) =>
      state === 'ready' || state === 'off' || (state === 'needs_auth' && settings?.auth === 'person');
    return all.every(isUsual) ? 0 : 1;
  });
}

async function test(context: CommandContext, name: string): Promise<ExitStatus> {
  return connectedToOne(context, name, async (app) => {
    const [status] = app.connectors.status();
    if (status === undefined) return 1;
    const all = { status, settings: settingsOf(context, name) };
    if (context.json) printJson(context, statusJson(all));
    else context.stdout.write(printable(statusText(all)));
    return status.state === 'ready' ? 0 : 1;
  });
}

async function approve(context: CommandContext, name: string): Promise<ExitStatus> {
  return connectedToOne(context, name, async (app) => {
    const review = await app.connectors.review(name, context.signal);
    const { changes } = review;
    if (!context.json) context.stdout.write(printable(changesText(name, changes)));
    const isAgreed = changes.length > 0 && (context.options.yes === true || (!context.json && (await agrees(context))));
    if (isAgreed) await app.connectors.approve(review, `terminal:${userInfo().username}`);
    if (context.json) printJson(context, { name, changes, approved: isAgreed });
    else if (changes.length > 0) context.stdout.write(isAgreed ? 'Approved.\n' : 'Nothing was approved.\n');
    return changes.length === 0 || isAgreed ? 0 : 1;
  });
}

async function data(context: CommandContext, name: string): Promise<ExitStatus> {
  return withRecords<ExitStatus>(context, async (records) => {
    const totals = await records.connectors.totals(name);
    const settings = settingsOf(context, name);
    if (settings === undefined && totals.calls === 0) throw unknown(context, name);
    const calls = await records.connectors.calls(name, context.json ? mostInJson : mostShown);
    if (context.json) printJson(context, { name, ...(settings && { card: settings.card }), totals, calls });
    else context.stdout.write(printable(dataText(name, settings, totals, calls)));
    return 0;
  });
}

const mostShown = 20;
const mostInJson = 10_000;

function connected(
  context: CommandContext,
  plan: ConnectorPlan,
  work: (app: App) => Promise<ExitStatus>,
  signedInAs?: string,
): Promise<ExitStatus> {
  return withApp<ExitStatus>(
    context,
    async (app) => {
      await app.connectors.refresh();
      app.connectors.start();
      await Promise.race([app.connectors.settled(), aborted(context.signal)]);
      context.signal.throwIfAborted();
      return work(app);
    },
    { config: { ...context.config, connectors: plan }, logLevel: 'error', signedInAs },
  );
}

/** With the person's own connection, where each has one. */
function connectedToOne(
  context: CommandContext,
  name: string,
  work: (app: App) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const plan = onlyOne(context, name);
  const person = textOption(context, 'as');
  const isOwn = settingsOf(context, name)?.auth === 'person';
  if (!isOwn && person !== undefined)
    throw new BylawError('usage', `--as is for connectors with auth: person, and "${name}" has another`);
  const needsSignIn = (app: App) => app.connectors.status()[0]?.state === 'needs_auth';
  const signIn = async (app: App) => {
    if (!isOwn || !needsSignIn(app)) return;
    if (person === undefined) {
      const text = `connector "${name}" wants each person to sign in: add --as PERSON, whose connection it is then tried with`;
      throw new BylawError('connector_failed', text);
    }
    await signInHere(app, context, { name, person });
  };
  return connected(
    context,
    plan,
    async (app) => {
      await signIn(app);
      return work(app);
    },
    person,
  );
}

function onlyOne(context: CommandContext, name: string): ConnectorPlan {
  const { connectors, refused } = context.config.connectors;
  const plan = {
    connectors: connectors.filter((each) => each.name === name),
    refused: refused.filter((each) => each.name === name),
  };
  if (plan.connectors.length + plan.refused.length === 0) throw unknown(context, name);
  return plan;
}

function unknown({ config }: CommandContext, name: string): BylawError {
  const names = [...config.connectors.connectors, ...config.connectors.refused].map((each) => each.name).sort();
  const known = names.length === 0 ? 'mcpServers in bylaw.yaml names none' : `there are ${names.join(', ')}`;
  return new BylawError('usage', `there is no connector "${name}": ${known}`);
}

function settingsOf({ config }: CommandContext, name: string) {
  return config.connectors.connectors.find((each) => each.name === name);
}

type Listed = Parameters<typeof listText>[0];

function statusJson({ status, settings }: Listed) {
  return {
    ...status,
    ...(settings && { card: settings.card, access: settings.access }),
    tokens: costText([status]).tokens,
  };
}

async function agrees({ stdin, stdout, signal }: CommandContext): Promise<boolean> {
  if (stdin.isTTY !== true) {
    stdout.write('Run it in a terminal, or with --yes, to approve.\n');
    return false;
  }
  const reader = createInterface({ input: stdin, output: stdout });
  try {
    return /^y(es)?$/i.test((await reader.question('Approve all of this? [y/N] ', { signal })).trim());
  } finally {
    reader.close();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
