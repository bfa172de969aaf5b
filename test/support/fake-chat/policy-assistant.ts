import type { ChatResponder, ChatScript } from './server.ts';
import type { ChatBody } from './wire.ts';

/** Searches with the person's words, then says the sentence found that shares most words with them, quoting it exactly. */
export const chatAssistant: ChatResponder = (body) => {
  const asked = body.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  if (body.messages.at(-1)?.role !== 'tool') return searchFor(asked.split('\n')[0] ?? '');
  const best = sentencesIn(body)
    .map((found) => ({ ...found, shared: wordsOf(found.text).filter((word) => wordsOf(asked).includes(word)).length }))
    .sort((a, b) => b.shared - a.shared)[0];
  return best === undefined || best.shared === 0
    ? says('NO_ANSWER')
    : says(`${best.text} [[${best.number}: ${best.text}]]`);
};

export function searchFor(query: string): ChatScript {
  return { content: [{ type: 'tool_use', name: 'search_policies', input: { query } }] };
}

export function says(text: string): ChatScript {
  return { content: [{ type: 'text', text }] };
}

/** The sentences of all passages that the model was given, with the numbers of their passages. */
export function sentencesIn(body: ChatBody): { readonly number: number; readonly text: string }[] {
  const tools = body.messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');
  return tools.flatMap((content) =>
    [...content.matchAll(/<passage number="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage>/g)].flatMap(([, number, text = '']) =>
      text
        .split(/(?<=[.!?])\s+/)
        .filter((sentence) => sentence.trim() !== '' && !sentence.startsWith('#'))
        .map((sentence) => ({ number: Number(number), text: sentence.trim() })),
    ),
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{4,}|\d+/gu) ?? [];
}
