import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createAnswerQuestion } from '../../src/answer/answer-question.ts';
import { createApp } from '../../src/app.ts';
import { createSlackChat } from '../../src/chat/slack/slack.ts';
import { loadConfig } from '../../src/config.ts';
import { createReadPolicy } from '../../src/tools/read-policy.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import { noteSentCalls } from './calls.ts';
import { asParent, type BotOrders } from './messages.ts';
import { createQuotingModel } from './quoting-model.ts';

// The bot as a process: its own records, search and answering over the sample policies, and Bolt; only the model stands
// in for one.
const [folder = '', apiUrl = '', botToken = '', appToken = '', modelMs = '0'] = process.argv.slice(2);
const policies = fileURLToPath(new URL('../../policies', import.meta.url));

const file = join(folder, 'bylaw.yaml');
writeFileSync(
  file,
  JSON.stringify({
    sources: [{ folder: policies, include: ['*.md'] }],
    data: 'state',
    embeddings: { provider: 'none' },
  }),
);
const app = await createApp(loadConfig({ file, cwd: folder, argumentFolder: folder, env: {} }), {
  logLevel: 'warn',
  logLine: (line) => void process.stderr.write(line),
});
await app.start();
await app.sync.run();
const { records, library, log } = app;
const calls = noteSentCalls();
const chat = createSlackChat({
  ...{ botToken, apiUrl, records, log },
  reach: { kind: 'socket', appToken },
  rules: { guests: false, teams: [], bots: [], botTurns: 2, channels: {}, perPersonHourly: 1000 },
  settings: { people: { topics: {} }, admins: [], remembers: false, timezone: 'UTC' },
  answers: createAnswerQuestion({
    ...{ records, library, log, model: createQuotingModel(Number(modelMs)) },
    tools: [createSearchPolicies({ library }), createReadPolicy({ records })],
    newId: randomUUID,
    now: Date.now,
  }),
  viewerFor: (asker) => app.viewer(asker),
  owner: randomUUID(),
  now: Date.now,
});
await chat.start();
const parent = asParent<BotOrders>();
parent.send('ready');
const busyAtStart = process.cpuUsage();
await parent.next('finish');
const { user, system } = process.cpuUsage(busyAtStart);
await chat.stop();
const answers = await records.answers.list({ limit: 10_000 });
parent.send({
  cpuMs: (user + system) / 1000,
  calls,
  asked: answers.map(({ answer, question }) => ({ answer: answer.id, question, status: answer.status })),
});
await app.stop();
process.disconnect();
