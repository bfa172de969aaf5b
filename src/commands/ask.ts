import { setTimeout } from 'node:timers/promises';
import { declineElicitations } from '../chat/decline-elicitations.ts';
import { renderAnswer } from '../chat/terminal-answer.ts';
import type { Answer } from '../domain.ts';
import { type Command, type ExitStatus, printJson, textOption } from './command.ts';
import { askedDay, asOfOption, onDay } from './day-option.ts';
import { choiceHint, profileOptions, withProfileOptions } from './profile-options.ts';
import { createProgressLine } from './progress.ts';
import { withApp } from './running-app.ts';
import { syncText } from './sync-text.ts';

export const askCommand: Command = {
  name: 'ask',
  summary: 'Answer one question, with sources.',
  usage: '"question"',
  words: { min: 1, max: 1 },
  options: [
    {
      name: 'as',
      value: 'PERSON',
      help: 'who asks; what they may read follows from the roles of bylaw.yaml (without it: what everyone may read)',
    },
    {
      name: 'in',
      value: 'CHANNEL',
      help: 'where it is asked: only Slack knows who reads along there, so this gives what everyone may read',
    },
    ...profileOptions,
    asOfOption,
  ],
  details: `Changed documents are read first. Example: ask "How many days can I carry over?" --as-of 2026-03-01
A question may name its day in words too, such as "what was the rule in March?".
With --json: {id, status: "answered"|"not_found"|"needs_input"|"failed", asOf?, text, choice?: {field, options: [{value,
label}]}, remarks?, notice?, citations: [{n,
document, title, section, page?, quote, version, effective?, until?, isUpcoming?, owner?, url?}], passages: [{id, document, section, score}], skills?: [{name, version}],
model, ms}. A calculation is cited as document script:SKILL/SCRIPT.`,
  run: async (context) => {
    const day = askedDay(context);
    return withApp<ExitStatus>(context, async (app) => {
      // Without a model nothing calls them.
      if (app.languageModel !== undefined) app.connectors.start();
      await syncText(app, context);
      if (app.languageModel !== undefined)
        await Promise.race([app.connectors.settled(), setTimeout(connectPatienceMs, null, { ref: false })]);
      const asker = { person: textOption(context, 'as'), place: textOption(context, 'in') };
      const viewer = onDay(withProfileOptions(await app.viewer(asker), context), day);
      const line = createProgressLine(context.stderr);
      const first = await app.answers
        .ask(
          { text: context.words[0] ?? '', viewer, conversation: `ask:${crypto.randomUUID()}` },
          { signal: context.signal, onProgress: ({ step }) => line.show(`${step} …`) },
        )
        .finally(() => line.end());
      const answer = await declineElicitations(first, { answers: app.answers, viewer, signal: context.signal });
      if (context.json) printJson(context, toJson(answer));
      else {
        const hint = choiceHint(answer);
        context.stdout.write(`${renderAnswer(answer)}\n${hint === undefined ? '' : `${hint}\n`}`);
      }
      return answer.status === 'failed' ? 1 : 0;
    });
  },
};

/** For connectors that take longer, one question isn't held up. */
const connectPatienceMs = 5000;

function toJson({ id, status, asOf, text, choice, remarks, notice, citations, passages, skills, model, ms }: Answer) {
  return {
    id,
    status,
    ...(asOf === undefined ? {} : { asOf }),
    text,
    ...(choice === undefined ? {} : { choice: { field: choice.field, options: choice.options } }),
    ...(remarks === undefined ? {} : { remarks }),
    ...(notice === undefined ? {} : { notice }),
    citations: citations.map(({ passage: _, ...citation }) => citation),
    passages: passages.map(({ id, document, section, score }) => ({ id, document, section, score })),
    ...(skills === undefined ? {} : { skills }),
    model,
    ms,
  };
}
