import type { AnswerQuestion } from '../answer/answer-question.ts';
import type { Answer, Viewer } from '../domain.ts';

/** Declines what other systems ask where nobody can be shown a form, and says so with the answer that comes of it. */
export async function declineElicitations(
  first: Answer,
  {
    answers,
    viewer,
    signal,
  }: { readonly answers: AnswerQuestion; readonly viewer: Viewer; readonly signal: AbortSignal },
): Promise<Answer> {
  let answer = first;
  const told: string[] = [];
  for (let [asked] = answer.elicitations ?? []; asked !== undefined && told.length < maxDeclined; ) {
    const { id, recipient, title } = asked;
    told.push(
      `${recipient} asked something to go on with “${title}”. That takes a chat with forms, such as Slack, so I declined.`,
    );
    const response = { action: 'decline' } as const;
    const result = await answers.respond({ decision: `declined:${id}`, elicitation: id, response, viewer }, { signal });
    if (result.outcome !== 'accepted') break;
    answer = result.answer;
    [asked] = answer.elicitations ?? [];
  }
  if (told.length === 0) return answer;
  return { ...answer, notice: [...told, ...(answer.notice === undefined ? [] : [answer.notice])].join(' ') };
}

const maxDeclined = 10;
