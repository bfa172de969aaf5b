import { randomUUID } from 'node:crypto';
import type { App } from '../app.ts';
import type { Chat } from '../chat/chat.ts';
import { createTerminalChat } from '../chat/terminal.ts';
import { BylawError } from '../errors.ts';
import type { SyncReport } from '../ingest/sync.ts';
import { printable } from '../printable.ts';
import type { Command, CommandContext, ExitStatus } from './command.ts';
import { createProgressLine } from './progress.ts';
import { withApp } from './running-app.ts';
import { syncText } from './sync-text.ts';

export const startCommand: Command = {
  name: 'start',
  summary: 'Answer questions: in Slack with its tokens, otherwise in this terminal.',
  usage: '',
  words: { min: 0, max: 0 },
  options: [],
  details: `With SLACK_BOT_TOKEN and SLACK_APP_TOKEN it is a Slack app over Socket Mode until it is stopped. Without them
it opens a chat in the terminal; from a pipe it answers line by line and ends. Sources are read at the start and on
the configured schedule; vectors are made in the background.`,
  run: async (context) => {
    if (context.json) throw new BylawError('usage', 'start holds a conversation: for one JSON document use ask --json');
    const slack = slackTokens(context);
    return withApp<ExitStatus>(
      context,
      async (app) => {
        const checked = app.claude?.check();
        const report = await syncText(app, context);
        const lines = (await checked)?.lines ?? [];
        context.stderr.write(printable(welcome(writerOf(app, lines), report)));
        for (const { ok, detail, fix } of lines) {
          if (!ok || fix !== undefined) context.stderr.write(`${detail}${fix === undefined ? '' : `: ${fix}`}.\n`);
        }
        for (const line of await scriptsNotice(app)) context.stderr.write(line);
        const { createUpkeep } = await import('../upkeep.ts');
        const upkeep = createUpkeep(app);
        const chat = slack === undefined ? terminal(app, context) : await slackChat(app, slack);
        try {
          app.connectors.start();
          await upkeep.start();
          await chat.start();
          await Promise.race([aborted(context.signal), 'ended' in chat ? chat.ended : forever]);
        } finally {
          await chat.stop();
          await upkeep.stop();
        }
        return 0;
      },
      { logLevel: slack === undefined ? 'warn' : 'info' },
    );
  },
};

/** Where skills are followed but their scripts can't run, the reason is said at once and not with the first answer. */
async function scriptsNotice({ config, claude, skills, scripts }: App): Promise<string[]> {
  const needed = skills
    .list({ roles: Object.keys(config.roles) })
    .some(({ files }) => files.some((file) => file.startsWith('scripts/')));
  if (claude === undefined || !needed) return [];
  const { ok, detail, fix } = await scripts.check();
  return ok ? [] : [`Scripts of skills are not offered: ${detail}${fix === undefined ? '' : ` ${fix}`}\n`];
}

const forever = new Promise<void>(() => {});

interface SlackTokens {
  readonly botToken: string;
  readonly appToken: string;
}

function slackTokens({ config }: CommandContext): SlackTokens | undefined {
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken } = config.environment;
  if (botToken === undefined && appToken === undefined) return undefined;
  if (botToken === undefined || appToken === undefined) {
    const missing = botToken === undefined ? 'SLACK_BOT_TOKEN' : 'SLACK_APP_TOKEN';
    throw new BylawError(
      'config_invalid',
      `${missing} is not set: Slack needs both tokens, a terminal chat needs neither`,
    );
  }
  return { botToken, appToken };
}

async function slackChat(app: App, tokens: SlackTokens): Promise<Chat> {
  const { createSlackChat } = await import('../chat/slack/slack.ts');
  return createSlackChat({
    ...tokens,
    apiUrl: app.config.environment.SLACK_API_URL,
    records: app.records,
    answers: app.answers,
    viewerFor: (asker) => app.viewer(asker),
    owner: randomUUID(),
    now: Date.now,
    log: app.log,
  });
}

function terminal(app: App, context: CommandContext) {
  const line = createProgressLine(context.stderr);
  return createTerminalChat({
    answers: app.answers,
    viewer: () => app.viewer(),
    input: context.stdin,
    output: context.stdout,
    conversation: `terminal:${randomUUID()}`,
    showProgress: (progress) =>
      progress === undefined || !context.stderr.isTTY ? line.end() : line.show(`${progress.step} …`),
  });
}

function writerOf({ claude, config }: App, checked: readonly { readonly ok: boolean }[]): string {
  if (claude === undefined) {
    const missing = config.model.provider === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'MODEL_BASE_URL';
    return `quotes, since ${missing} is not set`;
  }
  return checked.every(({ ok }) => ok) ? claude.name : `quotes, while ${claude.name} cannot be used`;
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
