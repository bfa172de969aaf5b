import { readFileSync, statSync } from 'node:fs';
import { BylawError, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { findTopic } from './find-topic.ts';
import { readTopics } from './read-topics.ts';
import type { Topic } from './topic.ts';

/** The topics that people answer, from a file that may be edited while the bot runs. */
export interface TopicFile {
  /** Throws `config_invalid` where the file can't be used. */
  start(): void;
  find(message: string): Topic | undefined;
  /** Of the name as it stands in the file. */
  get(name: string): Topic | undefined;
}

export function createTopicFile({ file, log }: { readonly file: string | undefined; readonly log: Log }): TopicFile {
  let topics: readonly Topic[] = [];
  let seen: string | undefined;

  function read(path: string): void {
    seen = stampOf(path);
    try {
      topics = readTopics(readFileSync(path, 'utf8'), path);
    } catch (error) {
      if (error instanceof BylawError) throw error;
      throw new BylawError('config_invalid', `cannot read the topics ${path}: ${messageOf(error)}`, { cause: error });
    }
  }

  /** What can't be used leaves the topics as they were. */
  function refresh(): void {
    if (file === undefined || stampOf(file) === seen) return;
    try {
      read(file);
      log.info('topics.read', { topics: topics.length });
    } catch (error) {
      log.error('topics.unusable', { reason: messageOf(error) });
    }
  }

  return {
    start: () => {
      if (file !== undefined) read(file);
    },
    find(message) {
      refresh();
      return findTopic(topics, message);
    },
    get: (name) => topics.find((topic) => topic.name === name),
  };
}

function stampOf(path: string): string {
  const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: -1 };
  return `${mtimeMs} ${size}`;
}

/** Markdown: that the bot doesn't answer this, in the topic's own words or in the asker's language, and whom to turn to. */
export function topicReply({ contact, reply }: Topic, language: 'en' | 'de' = 'en'): string {
  return [reply ?? openings[language], contact.map((each) => `- ${each}`).join('\n')].join('\n\n');
}

const openings = {
  en: 'I don’t answer questions about this. These people do:',
  de: 'Fragen dazu beantworte ich nicht, sondern diese Personen:',
};
