import { readFileSync } from 'node:fs';
import type { TextBlock } from '../../../src/models/model.ts';
import type { AdversaryCase } from './cases.ts';
import { citationOf } from './citing.ts';
import { type HandbookSentence, heldOut } from './handbooks.ts';

/** Good answers written by hand, as a model that keeps to the passages would put them; only of handbooks that are there. */
export function paraphrases(sentences: readonly HandbookSentence[]): AdversaryCase[] {
  const close = linesOf('close-paraphrases.txt').map((line) =>
    read(line, sentences, 'close paraphrase by hand', (handbook) => (heldOut as readonly string[]).includes(handbook)),
  );
  const free = linesOf('free-paraphrases.txt').map((line) =>
    read(line, sentences, 'free paraphrase by hand', () => false),
  );
  // Set aside before any rule was changed for the others, and only counted since.
  const kept = linesOf('free-paraphrases-held-out.txt').map((line) =>
    read(line, sentences, 'free paraphrase by hand', () => true),
  );
  return [...close, ...free, ...kept].flatMap((made) => made ?? []);
}

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n');
}

/** `handbook ⇒ cited && cited ⇒ text ⇒ cited ⇒ text`: the beginnings of the sentences that each piece of the reply cites. */
function read(
  line: string,
  sentences: readonly HandbookSentence[],
  name: string,
  isHeldOut: (handbook: string) => boolean,
): AdversaryCase | undefined {
  const [handbook = '', ...pieces] = line.split(' ⇒ ');
  const passages: HandbookSentence['passage'][] = [];
  const content: TextBlock[] = [];
  for (let n = 0; n + 1 < pieces.length; n += 2) {
    const sources = (pieces[n] ?? '')
      .split(' && ')
      .map((quoted) => sentences.find((each) => each.handbook === handbook && each.text.includes(quoted)));
    const found = sources.filter((source) => source !== undefined);
    if (found.length < sources.length) return undefined;
    for (const { passage } of found) if (!passages.includes(passage)) passages.push(passage);
    const citations = found.map((source) => citationOf(source, passages.indexOf(source.passage)));
    content.push({ type: 'text', text: `${n === 0 ? '' : '\n'}${pieces[n + 1]}`, citations });
  }
  return { kind: 'good, by hand', name, isGood: true, isHeldOut: isHeldOut(handbook), passages, content };
}
