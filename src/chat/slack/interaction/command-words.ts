const words = ['help', 'sources', 'why', 'stop', 'memory', 'prompts', 'pause', 'resume'] as const;

/** What `/policy` does besides answering. */
export type CommandWord = (typeof words)[number];

export type PolicyCommand =
  | { readonly kind: 'word'; readonly word: CommandWord }
  /** A question all the same where no document has that name. */
  | { readonly kind: 'history'; readonly reference: string }
  | { readonly kind: 'question'; readonly text: string };

/** A word is a command only where it is the whole text: "why can't I carry over leave?" is a question. Nothing at all asks for help. */
export function readCommand(text: string): PolicyCommand {
  const whole = text.trim();
  if (whole === '') return { kind: 'word', word: 'help' };
  const said = whole.toLowerCase().replace(/[.!?]$/, '');
  const word = words.find((each) => each === said);
  if (word !== undefined) return { kind: 'word', word };
  const reference = /^history:?\s+([^?]{1,200})$/iu.exec(whole)?.[1];
  return reference === undefined ? { kind: 'question', text: whole } : { kind: 'history', reference };
}
