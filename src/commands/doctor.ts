import { existsSync, statSync } from 'node:fs';
import process from 'node:process';
import type { App } from '../app.ts';
import { readCalibration } from '../calibration.ts';
import { BylawError, loggable } from '../errors.ts';
import { type Check, checkSources } from './check-sources.ts';
import { type Command, type CommandContext, printJson } from './command.ts';
import { environment } from './surroundings.ts';

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check every dependency and setting, and say what to do.',
  usage: '',
  words: { min: 0, max: 0 },
  options: [],
  details: `Each line is ok, or says what to do. Optional parts that are not set up count as ok.
With --json: {checks: [{name, ok, detail, fix?}]}. Exit status 1 if something is not ok.`,
  run: async (context) => {
    const checks = await examine(context);
    if (context.json) printJson(context, { checks });
    else context.stdout.write(checks.map(describe).join(''));
    return checks.every((check) => check.ok) ? 0 : 1;
  },
};

async function examine(context: CommandContext): Promise<Check[]> {
  const { config } = context;
  const checks: Check[] = [
    { name: 'node', ok: true, detail: `Node ${process.versions.node} on ${process.platform} ${process.arch}` },
    { name: 'settings', ok: true, detail: config.file ?? 'the defaults (no bylaw.yaml in the working folder)' },
  ];
  const { createApp } = await import('../app.ts');
  const app = await createApp(config, {
    ...{ logLine: (line) => context.stderr.write(line), logLevel: 'error', environment: environment() },
  });
  try {
    const opened = await attempt(
      'records',
      async () => `${config.data}, ${(await app.start()).state}`,
      'do as it says, or choose another state folder with --data',
    );
    const states = opened.ok ? await app.records.syncs.all() : [];
    checks.push(...checkSources(config, states), opened);
    if (opened.ok) checks.push(...(await parts(app)));
  } finally {
    await app.stop();
  }
  checks.push(...(await directory(app)), ...(await model(app)), ...(await slack(context, app)));
  return checks;
}

async function parts(app: App): Promise<Check[]> {
  const { documents, passages } = await app.records.documents.counts();
  const pending = await app.library.countPending();
  return [
    {
      name: 'library',
      ok: true,
      detail: `${documents} documents, ${passages} passages, ${pending} without vectors yet`,
    },
    ...(await app.library.health()),
    ...(await quotes(app)),
    await embedder(app),
    await skills(app),
    await sandbox(app),
    ...(await connectors(app)),
  ];
}

/** Told only where it was changed: answers are refused by it. */
async function quotes({ config, records }: App): Promise<Check[]> {
  const set = config.model.refuseBelow;
  const least = set ?? (await readCalibration(records.flags));
  if (least === undefined) return [];
  const by = set === undefined ? 'as calibrated; evaluate --uncalibrate undoes it' : 'by model.refuseBelow';
  const detail = least === 0 ? `none are refused, ${by}` : `refused where less sure than ${least}, ${by}`;
  return [{ name: 'quotes', ok: true, detail }];
}

async function skills({ skills, config }: App): Promise<Check> {
  const count = skills.list({ roles: Object.keys(config.roles) }).length;
  const broken = skills.findings.filter(({ severity }) => severity === 'error');
  const places = config.skills.roots.length === 0 ? 'no folder' : config.skills.roots.join(', ');
  const missing = config.skills.roots.filter((root) => !existsSync(root) || !statSync(root).isDirectory());
  if (missing.length > 0) {
    const detail = `${count} in ${places}; there is no folder ${missing.join(', ')}`;
    return { name: 'skills', ok: false, detail, fix: 'create it, or correct skills.roots in bylaw.yaml ([] for none)' };
  }
  if (broken.length === 0) return { name: 'skills', ok: true, detail: `${count} in ${places}` };
  const named = broken.slice(0, 3).map(({ file, message }) => `${file}: ${message}`);
  return {
    name: 'skills',
    ok: false,
    detail: `${count} in ${places}; ${broken.length} left out or faulty (${named.join('; ')})`,
    fix: 'bylaw skills check names every mistake',
  };
}

/** Optional: without it skills are followed, and what their scripts would compute is said to be missing. */
async function sandbox({ config, skills, scripts, languageModel }: App): Promise<Check> {
  if (
    !skills
      .list({ roles: Object.keys(config.roles) })
      .some(({ files }) => files.some((file) => file.startsWith('scripts/')))
  ) {
    return { name: 'sandbox', ok: true, detail: 'not needed: no skill has scripts' };
  }
  const { ok, detail, fix } = await scripts.check();
  const help = fix === undefined ? {} : { fix };
  if (ok || languageModel !== undefined) return { name: 'sandbox', ok, detail, ...help };
  return { name: 'sandbox', ok: true, detail: `${detail} Not needed without a language model.` };
}

async function connectors({ connectors, config }: App): Promise<Check[]> {
  const { connectors: configured, refused } = config.connectors;
  if (configured.length + refused.length === 0)
    return [{ name: 'connectors', ok: true, detail: 'not set up: no MCP server is named under mcpServers' }];
  await connectors.refresh();
  connectors.start();
  await connectors.settled();
  return connectors.status().map(({ name, state, reason, revision, tools }) => {
    const waiting = tools.filter((tool) => tool.state === 'quarantined').length;
    const offered = tools.filter((tool) => tool.state === 'offered').length;
    const approve = waiting === 0 ? '' : `, ${waiting} to be looked at with bylaw connectors approve ${name}`;
    const detail = state === 'ready' ? `ready (${revision}), ${offered} tools${approve}` : `${state}: ${reason ?? ''}`;
    // Nobody's sign-in is the bot's, so that is how such a connector stands.
    const isPersonal = configured.some((each) => each.name === name && each.auth === 'person');
    const isOk = state === 'ready' || state === 'off' || (state === 'needs_auth' && isPersonal);
    return { name: `connector ${name}`, ok: isOk, detail, ...(isOk ? {} : { fix: `bylaw connectors test ${name}` }) };
  });
}

async function embedder({ embedder }: App): Promise<Check> {
  if (embedder === undefined) return { name: 'embedder', ok: true, detail: 'none: search is by keyword alone' };
  return attempt(
    'embedder',
    async () => {
      await embedder.embed(['How many days of leave do I have?'], { purpose: 'question' });
      return embedder.space;
    },
    'see the settings under embeddings',
  );
}

async function model({ languageModel: model, config }: App): Promise<Check[]> {
  if (model === undefined) {
    const missing =
      config.model.provider === 'anthropic'
        ? 'ANTHROPIC_API_KEY'
        : 'MODEL_BASE_URL, and MODEL_API_KEY if it wants one,';
    return [{ name: 'model', ok: true, detail: `not set up: answers are quotes; set ${missing} for written ones` }];
  }
  return (await model.check()).lines.map((line) => ({ name: 'model', ...line }));
}

/** The list of people, where there is one. */
async function directory({ directory }: App): Promise<Check[]> {
  if (directory === undefined) return [];
  try {
    const { people, notes } = await directory.check();
    const detail = `${people} names in the list of people`;
    if (notes.length === 0) return [{ name: 'profile', ok: true, detail }];
    const shown = notes.slice(0, 5).join('; ');
    return [{ name: 'profile', ok: false, detail: `${detail}; ${shown}`, fix: 'correct these lines of the list' }];
  } catch (error) {
    const detail = error instanceof BylawError ? error.message : loggable(error);
    return [{ name: 'profile', ok: false, detail, fix: 'correct the list, or profile.file in bylaw.yaml' }];
  }
}

async function slack({ config }: CommandContext, app: App): Promise<Check[]> {
  const { readSlackAccount } = await import('../chat/slack/reach.ts');
  let account: ReturnType<typeof readSlackAccount>;
  try {
    account = readSlackAccount(config.environment);
  } catch (error) {
    const fix = 'correct it in .env or the environment';
    return [{ name: 'slack', ok: false, detail: error instanceof BylawError ? error.message : loggable(error), fix }];
  }
  if (account === undefined) {
    return [{ name: 'slack', ok: true, detail: 'not set up: questions come from the local workspace or the terminal' }];
  }
  const { checkSlack } = await import('../chat/slack/check.ts');
  const usesFields = Object.keys(config.profile.slack ?? {}).length > 0;
  const usesEmail = (await app.directory?.usesEmail()) === true;
  const uses = [...(usesFields ? (['profile'] as const) : []), ...(usesEmail ? (['email'] as const) : [])];
  const found = await checkSlack({ account, apiUrl: config.environment.SLACK_API_URL, uses, now: Date.now });
  return found.map((line) => ({ name: 'slack', ...line }));
}

async function attempt(name: string, work: () => Promise<string>, fix: string): Promise<Check> {
  try {
    return { name, ok: true, detail: await work() };
  } catch (error) {
    return { name, ok: false, detail: error instanceof BylawError ? error.message : loggable(error), fix };
  }
}

function describe({ name, ok, detail, fix }: Check): string {
  return `${ok ? 'ok      ' : 'not ok  '}${name}: ${detail}${fix === undefined || ok ? '' : `\n        → ${fix}`}\n`;
}
