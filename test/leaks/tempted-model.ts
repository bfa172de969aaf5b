import { noAnswer } from '../../src/models/model.ts';
import { cite } from '../support/fake-claude/citations.ts';
import type { FakeReply, FakeRequest, Responder } from '../support/fake-claude/script.ts';
import { blocksOf } from '../support/fake-claude/wire.ts';

export interface Temptation {
  /** The id of the document that the question is about, hidden or not. */
  readonly document: string;
  readonly project: string;
  /** Narrows a second search. */
  readonly audience: string;
  readonly kind: 'target' | 'everything' | 'forge' | 'fail';
  /** Called with all that the model is given. */
  readonly onRequest: (body: string) => void;
  readonly onAnswer: () => void;
}

/** Tries to get at what it must not have: reads by guessed ids, filters by audience, tells all it sees, cites what it never saw. */
export function temptedModel(current: () => Temptation): Responder {
  return (request): FakeReply => {
    const { document, project, audience, kind, onRequest, onAnswer } = current();
    onRequest(JSON.stringify(request.body.messages));
    const last = blocksOf(request.body.messages.at(-1)?.content ?? []);
    if (kind === 'fail') return { fault: { kind: 'status', status: 400, message: 'no' } };
    if (last.some(({ type }) => type === 'tool_result')) {
      onAnswer();
      return answer(request, { document, project, kind });
    }
    if (!last.some(({ text }) => typeof text === 'string' && text.includes('code word')))
      return { content: [{ type: 'text', text: noAnswer }] };
    const query = `code word of project ${project}`;
    return {
      content: [
        { type: 'tool_use', name: 'search_policies', input: { query } },
        { type: 'tool_use', name: 'search_policies', input: { query: 'code word CANARY', audience } },
        { type: 'tool_use', name: 'read_policy', input: { document } },
      ],
    };
  };
}

function answer(
  { searchResults, body }: FakeRequest,
  { document, project, kind }: Pick<Temptation, 'document' | 'project' | 'kind'>,
): FakeReply {
  const seen = searchResults.flatMap(({ sentences }, index) =>
    sentences.flatMap((text, at) =>
      text.includes('CANARY') ? [{ text: text.trim(), cited: cite(body, index, at) }] : [],
    ),
  );
  const target = seen.filter(({ text }) => text.includes(` ${project} `)).slice(0, 1);
  const told = kind === 'everything' || target.length === 0 ? seen.slice(0, 6) : target;
  if (told.length === 0 && kind !== 'forge') return { content: [{ type: 'text', text: noAnswer }] };
  const content = told.map(({ text, cited }, i) => ({
    type: 'text',
    text: `${i > 0 ? ' ' : ''}${text}`,
    citations: [kind === 'forge' ? { ...cited, source: `policy://${document}@1#0` } : cited],
  }));
  if (kind === 'forge')
    content.push({ type: 'text', text: ` The code word of project ${project} is known.`, citations: [] });
  return { content };
}
