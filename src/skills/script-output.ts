import type { ScriptOutcome } from './skill.ts';

export type ParsedOutput =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string };

/** JSON where the whole output of a script that succeeded is JSON; anything else is text, whatever it claims to be. */
export function parseOutput(outcome: ScriptOutcome): ParsedOutput {
  const text: ParsedOutput = { kind: 'text', text: outcome.stdout };
  if (outcome.exitCode !== 0 || outcome.truncated) return text;
  try {
    // `__proto__` would become an own key and change the prototype of whatever it is copied into.
    return {
      kind: 'json',
      value: JSON.parse(outcome.stdout, (key, value) => (key === '__proto__' ? undefined : value)),
    };
  } catch {
    return text;
  }
}

export interface Readable {
  readonly bytes: number;
  /** Whether the process was ended in the middle of writing. */
  readonly cut: boolean;
  readonly secrets: readonly string[];
  /** Paths of the host, with what they are called inside. */
  readonly hostPaths: ReadonlyMap<string, string>;
}

/** Text of what a process wrote: secrets and paths of the host replaced, at most `bytes` in UTF-8, trimmed. */
export function readableOutput(written: Buffer, { bytes, cut, secrets, hostPaths }: Readable): string {
  let text = written.toString();
  if (cut) text = withoutBrokenEnd(text, secrets);
  text = redact(text, secrets);
  for (const [host, inside] of hostPaths) text = text.replaceAll(host, inside);
  return firstBytes(text, bytes).trim();
}

/** Beginning and end of what a script complained about, since Node names the cause first and Python last. */
export function excerpt(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const gap = '\n…\n';
  const half = Math.floor((bytes - Buffer.byteLength(gap)) / 2);
  const encoded = Buffer.from(text);
  const end = encoded
    .subarray(encoded.length - half)
    .toString()
    .replace(/^\uFFFD+/, '');
  return firstBytes(text, half) + gap + end;
}

const shortestSecret = 6;

function redact(text: string, secrets: readonly string[]): string {
  return forms(secrets).reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
}

/** Where output was cut, the last character may be half a one, and the last word the beginning of a secret. */
function withoutBrokenEnd(text: string, secrets: readonly string[]): string {
  const whole = text.replace(/\uFFFD+$/, '');
  let cut = 0;
  for (const secret of forms(secrets))
    for (let length = secret.length - 1; length > cut; length--)
      if (whole.endsWith(secret.slice(0, length))) cut = length;
  return whole.slice(0, whole.length - cut);
}

/** As they are and as JSON writes them, longest first so that none hides inside another. */
function forms(secrets: readonly string[]): string[] {
  const all = secrets.filter((secret) => secret.length >= shortestSecret);
  const written = all.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return [...new Set(written)].toSorted((a, b) => b.length - a.length);
}

function firstBytes(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  return encoded
    .subarray(0, bytes)
    .toString()
    .replace(/\uFFFD+$/, '');
}
