import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startHttpServer, usualAnswer } from './http-server.ts';

const folder = fileURLToPath(new URL('../../connectors/zoo/', import.meta.url));

export interface WholeZoo {
  /** As `mcpServers` has it. */
  readonly mcpServers: Readonly<Record<string, object>>;
  /** Those that must work, each with a tool to call. */
  readonly healthy: Readonly<Record<string, string>>;
}

/** Every misbehaving server there is, among some healthy ones; programs carry `place` among their arguments. */
export async function openWholeZoo(onEnd: (close: () => Promise<void>) => void, place: string): Promise<WholeZoo> {
  const programs = readdirSync(folder)
    .filter((file) => file !== 'serve.mjs')
    .map((file) => {
      const name = file.replace(/\.\w+$/, '');
      return [name, { command: process.execPath, args: [join(folder, file), join(place, name)] }] as const;
    });
  const wrapped = `"${process.execPath}" "${join(folder, 'stubborn.mjs')}" "${join(place, 'wrapped')}"; true`;
  const addresses = await Promise.all(
    Object.entries(manners).map(async ([name, handle]) => {
      const { url, close } = await startHttpServer({ after: () => {} }, handle);
      onEnd(close);
      return [name, { type: name === 'http-old-sse' ? 'sse' : 'http', url }] as const;
    }),
  );
  return {
    mcpServers: {
      ...Object.fromEntries(programs),
      ...Object.fromEntries(addresses),
      wrapped: { command: '/bin/sh', args: ['-c', wrapped] },
      absent: { command: 'no-such-program-here' },
      missing: { command: process.execPath, env: { TOKEN: `\${NO_SUCH_VARIABLE_HERE}` } },
      nowhere: { url: 'http://127.0.0.1:1/mcp' },
    },
    healthy: {
      healthy: 'greet',
      'legacy-sdk': 'greet',
      banner: 'greet',
      pages: 'a',
      'http-good': 'act',
      modern: 'close',
    },
  };
}

type Handle = Parameters<typeof startHttpServer>[1];

const done = { content: [{ type: 'text', text: 'done' }] };

const manners: Readonly<Record<string, Handle>> = {
  'http-good': (call) => {
    if (!usualAnswer(call)) call.reply(done);
  },
  'http-500': (call) => call.status(500),
  'http-401': (call) => call.status(401),
  'http-html': (call) => call.status(200, '<html>', 'text/html'),
  'http-old-sse': (call) => call.status(405),
  'http-silent': () => {},
  'http-drops': (call) => {
    if (call.method === 'initialize') usualAnswer(call);
    else call.response.destroy();
  },
  'http-forgets': (call) => {
    if (!usualAnswer(call, { session: 's' })) call.status(404);
  },
  'http-cuts': (call) => {
    if (!usualAnswer(call)) call.response.destroy();
  },
};
