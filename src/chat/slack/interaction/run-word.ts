import type { CommandWord } from './command-words.ts';
import { type InteractionDeps, momentIn } from './interaction-deps.ts';
import { describeKnowledge, readKnowledge } from './knowledge.ts';
import { readMemory } from './memory.ts';
import { setPaused } from './pause.ts';
import { readableRecord } from './readable-record.ts';
import { explainAnswer } from './why.ts';

/** What `/policy` and one of its words tell the person, in plain text; `help` for the words alone. */
export async function runWord(
  word: Exclude<CommandWord, 'help' | 'prompts'>,
  person: string,
  deps: InteractionDeps,
): Promise<string> {
  const { records, settings } = deps;
  const when = momentIn(settings.timezone);
  switch (word) {
    case 'sources':
      return describeKnowledge(
        await readKnowledge(records, (await deps.viewerFor({ person })).audienceKeys),
        when,
      ).join('\n');
    case 'why': {
      const [last] = await records.answers.list({ person, limit: 1 });
      return last === undefined
        ? 'You have not asked me anything yet.'
        : explainAnswer(await readableRecord(last, person, deps), when).join('\n');
    }
    case 'stop': {
      const stopped = await deps.stopping.stopPerson(person);
      return stopped === 0 ? 'I am not working on a question of yours.' : 'Stopped.';
    }
    case 'memory': {
      if (!settings.remembers) return 'I don’t remember anything about people: that is switched off here.';
      const lines = await readMemory(records.memories, person);
      if (lines.length === 0) return 'I don’t remember anything about you.';
      return ['What I remember about you:', ...lines, 'My Home tab has a button that erases it.'].join('\n');
    }
    case 'pause':
    case 'resume':
      return setPaused(word === 'pause', person, deps);
  }
}
