import { BylawError } from '../errors.ts';
import { createLog } from '../log.ts';
import { printable } from '../printable.ts';
import type { Erased, Records } from '../records/records.ts';
import { type Command, type CommandContext, type ExitStatus, printJson } from './command.ts';
import { confirmErasing } from './confirm-erasing.ts';
import { withRecords } from './open-records.ts';
import { userName } from './surroundings.ts';

export const forgetPersonCommand: Command = {
  name: 'forget-person',
  summary: 'Erase everything that is stored of one person.',
  usage: 'ID',
  words: { min: 1, max: 1 },
  options: [{ name: 'yes', help: 'erase without asking' }],
  details: `ID is how the chat calls the person, such as U0123 in Slack, or the name that ask --as was given. Erased are questions and
answers, conversations that the person took part in (other people's answers in them stay, what they know of each other does
not), feedback, requests for approval, what was to be remembered, notes of what was sent to other systems, and sign-ins there, which those systems are told
are void, where they can be told. That it was done is noted, with the time and the user
that ran it, not of whom. What was posted in the chat, and backups, are not touched.
With --json (needs --yes): {person, by, erased, left}, each of the last two {answers, conversations, questions, feedback,
approvals, memories, connectorCalls, signIns}. Exit status 1 if something is left, as when the person asks while this runs.`,
  run: async (context) => {
    const person = (context.words[0] ?? '').trim();
    if (person === '') throw new BylawError('usage', 'the ID is empty; usage: bylaw forget-person ID');
    return withRecords<ExitStatus>(context, async (records) => {
      const { privacy } = records;
      const say = (text: string) => {
        if (!context.json) context.stdout.write(printable(text));
      };
      const held = await privacy.heldOf(person);
      const by = userName();
      if (isNothing(held)) {
        say(`Nothing is stored of ${person}.\n`);
        if (context.json) printJson(context, { person, by, erased: held, left: held });
        return 0;
      }
      if (context.options.yes !== true) {
        say(`Stored of ${person}:\n${list(held)}`);
        if (!(await confirmErasing(context))) {
          say('Nothing was erased.\n');
          return 0;
        }
      }
      if (held.signIns > 0) await tellServers(person, records, context);
      const erased = await privacy.forgetPerson(person, by, Date.now());
      const left = await privacy.heldOf(person);
      if (context.json) printJson(context, { person, by, erased, left });
      say(`Erased:\n${list(erased)}`);
      if (isNothing(left)) {
        say(`Nothing is stored of ${person} any more. Noted as done by ${by}.\n`);
        return 0;
      }
      say(`Still stored, since the person used Bylaw meanwhile:\n${list(left)}Run this again.\n`);
      return 1;
    });
  },
};

/** Before the tokens are erased, since they are needed for it. */
async function tellServers(person: string, records: Records, { config, stderr }: CommandContext): Promise<void> {
  const { revokerFor } = await import('../sign-in-parts.ts');
  const log = createLog({ level: 'warn', write: (line) => stderr.write(line), now: () => new Date() });
  await revokerFor({ config, records, log }).tellOfPerson(person);
}

const names: readonly (readonly [keyof Erased, string, string])[] = [
  ['answers', 'question with its answer', 'questions with their answers'],
  ['conversations', 'conversation', 'conversations'],
  ['questions', 'note of a question received', 'notes of questions received'],
  ['feedback', 'opinion of an answer', 'opinions of answers'],
  ['approvals', 'request for approval', 'requests for approval'],
  ['memories', 'remembered text', 'remembered texts'],
  ['connectorCalls', 'call of another system', 'calls of other systems'],
  ['signIns', 'sign-in at another system', 'sign-ins at other systems'],
];

function list(counts: Erased): string {
  const width = Math.max(...Object.values(counts).map((n) => String(n).length));
  return names
    .filter(([key]) => counts[key] > 0)
    .map(([key, one, more]) => `  ${String(counts[key]).padStart(width)} ${counts[key] === 1 ? one : more}\n`)
    .join('');
}

function isNothing(counts: Erased): boolean {
  return Object.values(counts).every((n) => n === 0);
}
