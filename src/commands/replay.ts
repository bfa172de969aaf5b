import { isSameAnswer } from '../answer/compare-answers.ts';
import type { Replay } from '../answer/replay-answer.ts';
import { printable } from '../printable.ts';
import { type Command, type ExitStatus, printJson } from './command.ts';
import { replayText } from './replay-text.ts';
import { withApp } from './running-app.ts';
import { syncText } from './sync-text.ts';

export const replayCommand: Command = {
  name: 'replay',
  summary: 'Ask the question of a recorded answer again and show what changed.',
  usage: 'ANSWER_ID',
  words: { min: 1, max: 1 },
  options: [],
  details: `The question is asked of today's documents, by whom, where and after what it was asked then. Nothing is posted,
recorded or changed; tools that write are refused. Ids stand in the log as answer.given.
With --json: {question, days: {before?, now}, audienceKeys, earlierTurns?, same, before: {id, status, text, model}, now:
{status, text, model, notice?}, change: {status?, sentences: [{kind, text}], citations: [{kind, document, section, before?,
now?}]}}.`,
  run: async (context) =>
    withApp<ExitStatus>(context, async (app) => {
      await syncText(app, context);
      const replay = await app.replay(context.words[0] ?? '', context.signal);
      if (context.json) printJson(context, toJson(replay));
      else context.stdout.write(printable(`${replayText(replay)}\n`));
      return 0;
    }),
};

function toJson({ question, before, now, change, days, audienceKeys, earlierTurns }: Replay) {
  return {
    ...{ question, days, audienceKeys },
    ...(earlierTurns === undefined ? {} : { earlierTurns }),
    same: isSameAnswer(change),
    before: { id: before.id, status: before.status, text: before.text, model: before.model },
    now: {
      ...{ status: now.status, text: now.text, model: now.model },
      ...(now.notice === undefined ? {} : { notice: now.notice }),
    },
    change,
  };
}
