import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

/**
 * Runs a program with this Node and reads the JSON that it prints; `wallSeconds` is from its start to its end. Says so
 * under its name when it is done, since a large run takes minutes.
 */
export async function runProcess<Result>(
  name: string,
  program: string,
  args: readonly string[],
): Promise<Result & { readonly wallSeconds: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  const wallSeconds = (performance.now() - began) / 1000;
  process.stderr.write(`${name}: ${wallSeconds.toFixed(2)} s\n`);
  return { ...JSON.parse(output), wallSeconds };
}
