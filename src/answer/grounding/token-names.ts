import type { Token } from './tokens.ts';

/** Topics and figures of tokens, under names that are equal for all that say the same. */
export function namesOf(tokens: readonly Token[]): Set<string> {
  return new Set(
    tokens.flatMap((token) => {
      if (token.kind === 'word') return [token.topic];
      if (token.kind === 'qualifier') return token.isSaid ? [markName(token)] : [];
      return token.kind === 'figure' ? [`#${token.figure.values[0]}`] : [];
    }),
  );
}

/** Where nothing has a topic ("You need not do this"), what is said of it stands for it. */
export function limitNames(tokens: readonly Token[]): Set<string> {
  const marks = tokens.flatMap((token) => (token.kind === 'qualifier' ? [markName(token)] : []));
  const names = tokens.some(({ kind }) => kind === 'word' || kind === 'figure') ? namesOf(tokens) : marks;
  return new Set(names);
}

export function markName(token: Token): string {
  if (token.kind === 'qualifier') return `‹${token.qualifier}›`;
  return token.kind === 'figure' ? token.figure.raw : token.text;
}

export function countOf(name: string, tokens: readonly Token[]): number {
  return tokens.filter((token) => markName(token) === name || (token.kind === 'word' && token.topic === name)).length;
}

export function shownOf(tokens: readonly Token[]): string {
  return tokens
    .flatMap((token) => {
      if (token.kind === 'qualifier') return [token.qualifier];
      return [token.kind === 'figure' ? token.figure.raw : token.text];
    })
    .join(' ');
}

export function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((each) => b.has(each)).length;
}

export function isSoft(token: Token | undefined): boolean {
  return token?.kind === 'joint' && [',', '(', ')', '–', '—'].includes(token.text);
}
