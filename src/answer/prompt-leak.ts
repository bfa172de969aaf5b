import { canary } from './instructions.ts';

/** Whether a reply gives away the system prompt: its canary, or a long stretch of its words. */
export function leaksPrompt(reply: string, system: string): boolean {
  if (bare(reply).includes(bare(canary))) return true;
  const said = plain(reply);
  const kept = plain(system);
  if (said.length < leakChars) return false;
  for (let at = 0; at + leakChars <= kept.length; at += step) {
    if (said.includes(kept.slice(at, at + leakChars))) return true;
  }
  return false;
}

/** A leak of this many characters and a step more is always found; a policy hardly shares so much with the prompt. */
const leakChars = 60;
const step = 5;

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
}

/** Also where it was spaced out or broken up. */
function bare(text: string): string {
  return plain(text).replaceAll(' ', '');
}
