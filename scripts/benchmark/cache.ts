import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { createReadPolicy } from '../../src/tools/read-policy.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import { createWorld } from '../../test/answer/answering-world.ts';
import { createHandbook } from '../../test/answer/small-handbook.ts';
import { startModel } from '../../test/models/start-model.ts';
import { policyAssistant } from '../../test/support/fake-claude/policy-assistant.ts';
import { type RecordedRequest, startFakeClaude } from '../../test/support/fake-claude/server.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'A conversation of six turns over the sample handbook, restarted in the middle, against a simulated prompt cache: what of the tokens that were sent before is read from it.';

const questions = [
  'How many days of annual leave do full-time employees get?',
  'Can unused annual leave be carried over to the next year?',
  'How far ahead must annual leave be requested?',
  'How many weeks may employees work from abroad?',
  'Which receipts are needed for travel expenses?',
  'When does sick leave need a medical certificate?',
];

export async function run(): Promise<readonly BenchmarkRow[]> {
  const { requests, searches } = await converse();
  const { sent, read } = cached(requests);
  return [
    { figure: 'turns, each with a search and an answer', value: searches, unit: `of ${questions.length}` },
    { figure: 'requests', value: requests.length, unit: 'accepted by the strict fake' },
    { figure: 'tokens sent again, read from the cache', value: round((100 * read) / sent), unit: '%', target: '≥ 99' },
    { figure: 'tokens sent again', value: sent, unit: 'tokens (estimated)' },
    {
      figure: 'prefixes before the messages, with a restart',
      value: prefixes(requests),
      unit: 'kinds of bytes',
      target: '1',
    },
    {
      figure: 'prefixes, tools registered in two orders',
      value: await prefixesByOrder(),
      unit: 'kinds of bytes',
      target: '1',
    },
  ];
}

/** Half the questions, a restart, the other half in the same conversation. */
async function converse() {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-cache-'));
  const fake = await startFakeClaude();
  fake.respondWith(policyAssistant());
  try {
    const half = questions.length / 2;
    await askAll(questions.slice(0, half), folder, fake.url);
    await askAll(questions.slice(half), folder, fake.url);
    const refused = fake.requests.find(({ error }) => error !== undefined);
    if (refused !== undefined) throw new Error(`the fake refused a request: ${refused.error}`);
    const last = fake.requests.at(-1)?.raw ?? '';
    return { requests: [...fake.requests], searches: last.split('"type":"tool_result"').length - 1 };
  } finally {
    await fake.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function askAll(texts: readonly string[], folder: string, url: string): Promise<void> {
  const file = join(folder, 'bylaw.yaml');
  const project = fileURLToPath(new URL('../..', import.meta.url));
  writeFileSync(
    file,
    JSON.stringify({
      sources: [{ folder: join(project, 'policies'), include: ['*.md'] }],
      data: join(folder, 'state'),
      timezone: 'Europe/Berlin',
      embeddings: { provider: 'none' },
      skills: { roots: [join(project, 'skills')] },
    }),
  );
  const env = { ANTHROPIC_API_KEY: 'sk-ant-none', ANTHROPIC_BASE_URL: url };
  const config = loadConfig({ file, cwd: folder, argumentFolder: folder, env });
  const app = await createApp(config, { logLevel: 'error', logLine: () => {} });
  await app.start();
  try {
    await app.sync.run();
    await app.languageModel?.check();
    for (const text of texts) {
      // Otherwise the first question is which country's rules are meant.
      const viewer = { ...(await app.viewer()), profile: { country: 'DE' } };
      await app.answers.ask({ text, viewer, conversation: 'C1' }, { signal: new AbortController().signal });
    }
  } finally {
    await app.stop();
  }
}

/** All that a request holds of the one before it was sent before. */
function cached(requests: readonly RecordedRequest[]): { readonly sent: number; readonly read: number } {
  let sent = 0;
  let read = 0;
  for (const [i, { usage }] of requests.entries()) {
    const before = requests[i - 1]?.usage;
    if (before === undefined || usage === undefined) continue;
    sent += before.input_tokens + (before.cache_read_input_tokens ?? 0) + (before.cache_creation_input_tokens ?? 0);
    read += usage.cache_read_input_tokens ?? 0;
  }
  return { sent, read };
}

function prefixes(requests: readonly { readonly raw: string }[]): number {
  return new Set(requests.map(({ raw }) => raw.slice(0, raw.indexOf('"messages":[')))).size;
}

async function prefixesByOrder(): Promise<number> {
  const closing: (() => Promise<void>)[] = [];
  const { fake, model } = await startModel({ after: (close) => void closing.push(close) });
  try {
    fake.respondWith(policyAssistant());
    const handbook = createHandbook();
    const tools = [createSearchPolicies({ library: handbook.library }), createReadPolicy({ records: handbook })];
    for (const registered of [tools, tools.toReversed()]) {
      await createWorld({ model, handbook, tools: registered }).ask(
        'How many days of paid leave do employees receive?',
      );
    }
    return prefixes(fake.requests);
  } finally {
    for (const close of closing) await close();
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
