import { randomUUID } from 'node:crypto';
import type { App } from '../app.ts';
import type { Chat } from '../chat/chat.ts';
import { readSlackAccount, type SlackAccount } from '../chat/slack/reach.ts';
import { createTerminalChat } from '../chat/terminal.ts';
import type { Config } from '../config.ts';
import { createTicketWatch } from '../connectors/ticket-watch.ts';
import { BylawError } from '../errors.ts';
import type { SyncReport } from '../ingest/sync.ts';
import { printable } from '../printable.ts';
import type { SignInPages } from '../sign-in-parts.ts';
import { type Command, type CommandContext, type ExitStatus, textOption } from './command.ts';
import { followConnectors } from './follow-connectors.ts';
import { createProgressLine } from './progress.ts';
import { withApp } from './running-app.ts';
import { startSignInListener } from './sign-in-listener.ts';
import { syncText } from './sync-text.ts';

export const startCommand: Command = {
  name: 'start',
  summary: 'Answer questions: in Slack with its tokens, otherwise in a local workspace in the browser.',
  usage: '',
  words: { min: 0, max: 0 },
  options: [
    { name: 'terminal', help: 'chat in this terminal instead of the local workspace' },
    { name: 'as', value: 'PERSON', help: 'who asks in this terminal (without it: what everyone may read)' },
    { name: 'port', value: 'N', help: 'open the local workspace at this port of 127.0.0.1 (4700, or a free one)' },
  ],
  details: `With SLACK_BOT_TOKEN and SLACK_APP_TOKEN it is a Slack app over Socket Mode until it is stopped; with
SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET it takes Slack's requests at PORT (3000), path /slack/events. Without them it
opens a workspace on this machine that works like Slack, and prints the address for the browser; from a pipe it answers
line by line and ends. Sources are read at the start and on the configured schedule; vectors are made in the
background.`,
  run: async (context) => {
    if (context.json) throw new BylawError('usage', 'start holds a conversation: for one JSON document use ask --json');
    const surface = pickSurface(context);
    return withApp<ExitStatus>(
      context,
      async (app) => {
        const checked = app.languageModel?.check();
        const report = await syncText(app, context);
        const lines = (await checked)?.lines ?? [];
        context.stderr.write(printable(welcome(writerOf(app, lines), report)));
        for (const { ok, detail, fix } of lines) {
          if (!ok || fix !== undefined) context.stderr.write(`${detail}${fix === undefined ? '' : `: ${fix}`}.\n`);
        }
        for (const line of await scriptsNotice(app)) context.stderr.write(line);
        const { createUpkeep } = await import('../upkeep.ts');
        const chat = await openChat(app, context, surface);
        const upkeep = createUpkeep({ ...app, watch: watchTickets(app, chat) });
        const following = followConnectors({ ...app, readConfig: context.readConfig });
        try {
          app.connectors.start();
          await upkeep.start();
          await chat.start();
          await Promise.race([aborted(context.signal), 'ended' in chat ? chat.ended : forever]);
        } finally {
          await following.stop();
          await chat.stop();
          await upkeep.stop();
        }
        return 0;
      },
      { logLevel: surface.kind === 'slack' ? 'info' : 'warn' },
    );
  },
};

/** Where skills are followed but their scripts can't run, the reason is said at once and not with the first answer. */
async function scriptsNotice({ config, languageModel, skills, scripts }: App): Promise<string[]> {
  const needed = skills
    .list({ roles: Object.keys(config.roles) })
    .some(({ files }) => files.some((file) => file.startsWith('scripts/')));
  if (languageModel === undefined || !needed) return [];
  const { ok, detail, fix } = await scripts.check();
  return ok ? [] : [`Scripts of skills are not offered: ${detail}${fix === undefined ? '' : ` ${fix}`}\n`];
}

/** Only where a conversation can be written to later. */
function watchTickets({ records, tickets, viewer, now, log }: App, { tellOfTicket: tell }: Chat) {
  return (
    tell && createTicketWatch({ ...{ tickets: records.tickets, desk: tickets, viewerFor: viewer, now, log }, tell })
  );
}

const forever = new Promise<void>(() => {});

/** Where people ask: in Slack, in a workspace of this machine's own, or here. */
type Surface =
  | { readonly kind: 'slack'; readonly slack: SlackAddress }
  | { readonly kind: 'workspace'; readonly port: number | undefined }
  | { readonly kind: 'terminal' };

function pickSurface(context: CommandContext): Surface {
  const { environment } = context.config;
  const account = readSlackAccount(environment);
  const slack = account === undefined ? undefined : { ...account, apiUrl: environment.SLACK_API_URL };
  const isTerminal = context.options.terminal === true;
  const port = portOption(context);
  if (isTerminal && port !== undefined) throw new BylawError('usage', '--terminal and --port exclude each other');
  if (slack !== undefined && (isTerminal || port !== undefined)) {
    const option = isTerminal ? '--terminal' : '--port';
    throw new BylawError(
      'usage',
      `${option} is for running without Slack: unset SLACK_BOT_TOKEN and the rest of its variables`,
    );
  }
  if (slack !== undefined) return { kind: 'slack', slack };
  // A pipe holds questions, so nobody is there to open a browser, unless a port was asked for.
  return port !== undefined || (context.stdin.isTTY && !isTerminal)
    ? { kind: 'workspace', port }
    : { kind: 'terminal' };
}

function portOption(context: CommandContext): number | undefined {
  const written = textOption(context, 'port');
  if (written === undefined) return undefined;
  const port = Number(written);
  if (/^\d+$/.test(written) && port <= 65_535) return port;
  throw new BylawError('usage', `--port ${written}: must be a number from 0 to 65535`);
}

async function openChat(app: App, context: CommandContext, surface: Surface) {
  switch (surface.kind) {
    case 'slack':
      return slackChat(app, surface.slack);
    case 'workspace':
      return workspaceChat(app, context, surface.port);
    case 'terminal':
      return terminal(app, context);
  }
}

interface SlackAddress extends SlackAccount {
  /** Base address of the Web API; absent means Slack's own. */
  readonly apiUrl: string | undefined;
}

/** When the app answers in a channel, by its id. */
type ChannelRules = Config['slack']['channels'];

/** What holds where the settings say nothing else. */
interface OfWorkspace {
  readonly channels?: ChannelRules;
  readonly fields?: Config['profile']['slack'];
}

async function slackChat(app: App, address: SlackAddress, given: OfWorkspace = {}): Promise<Chat> {
  const { channels = {}, fields } = given;
  const { createSlackChat } = await import('../chat/slack/slack.ts');
  return createSlackChat({
    ...address,
    rules: { ...app.config.slack, channels: { ...channels, ...app.config.slack.channels } },
    settings: slackSettings(app.config),
    records: app.records,
    answers: app.answers,
    viewerFor: app.viewer,
    hasRestricted: app.hasRestricted,
    profile: { fields: app.config.profile.slack ?? fields, usesEmail: app.directory?.usesEmail },
    tickets: {
      deskFor: app.tickets.deskFor,
      opened: (ticket) => app.records.tickets.watch(ticket, Date.now()),
    },
    prompts: app.prompts,
    signIns: app.signIns,
    readFile: app.readFile,
    owner: randomUUID(),
    now: Date.now,
    log: app.log,
  });
}

function slackSettings({ admins, contacts, memory, retentionDays, timezone }: Config) {
  const people = { topics: contacts.topics, anything: contacts.anything };
  return { people, admins, remembers: memory.enabled, retentionDays, timezone };
}

type Show = Parameters<SignInPages['onLink']>[0];

/** The Slack app as it is, told the address and the tokens of the workspace on this machine. */
async function workspaceChat(app: App, context: CommandContext, port: number | undefined): Promise<Chat> {
  const { startLocalWorkspace } = await import('./local-workspace.ts');
  const workspace = await startLocalWorkspace(port);
  const { botToken, appToken, apiUrl, channels } = workspace;
  const { signIns } = app;
  // The browser is on this machine.
  const listener = signIns && (await startSignInListener(signIns.finish));
  const own = signIns && { ...signIns, onLink: (show: Show) => signIns.onLink(show, listener?.address) };
  const address = { botToken, apiUrl, reach: { kind: 'socket', appToken } } as const;
  const chat = await slackChat({ ...app, signIns: own }, address, { channels, fields: { country: 'Country' } });
  return {
    ...chat,
    async start() {
      await chat.start();
      context.stdout.write(
        `Open ${workspace.url} in a browser to ask. Ctrl-C ends it; --terminal asks here instead.\n`,
      );
    },
    async stop() {
      await chat.stop();
      await listener?.stop();
      await workspace.stop();
    },
  };
}

function terminal(app: App, context: CommandContext) {
  const line = createProgressLine(context.stderr);
  return createTerminalChat({
    answers: app.answers,
    viewer: () => app.viewer({ person: textOption(context, 'as') }),
    input: context.stdin,
    output: context.stdout,
    conversation: `terminal:${randomUUID()}`,
    showProgress: (progress) =>
      progress === undefined || !context.stderr.isTTY ? line.end() : line.show(`${progress.step} …`),
  });
}

function writerOf({ languageModel, config }: App, checked: readonly { readonly ok: boolean }[]): string {
  if (languageModel === undefined) {
    const missing = config.model.provider === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'MODEL_BASE_URL';
    return `quotes, since ${missing} is not set`;
  }
  return checked.every(({ ok }) => ok) ? languageModel.name : `quotes, while ${languageModel.name} cannot be used`;
}

function welcome(writer: string, report: SyncReport | undefined): string {
  if (report === undefined)
    return `Another process is reading the policies; answers come from what is there (${writer}).\n`;
  const { added, changed, removed, withheld, failed, unchanged } = report.documents;
  return [
    `${added + changed + unchanged} policies, ${report.passages} passages`,
    ` (${added} added, ${changed} changed, ${removed} removed). Answers: ${writer}.\n`,
    ...withheld.map(({ path, reason }) => `Kept out of answers: ${path}, ${reason}.\n`),
    ...failed.map(({ path, reason }) => `Not readable: ${path}, ${reason}.\n`),
  ].join('');
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
