import type { AnswerQuestion } from '../../answer/answer-question.ts';
import type { SignInLink } from '../../connectors/oauth/sign-ins.ts';
import type { Viewer } from '../../domain.ts';
import type { Log } from '../../log.ts';
import type { Memberships } from '../../viewer/memberships.ts';
import type { Wait } from './api.ts';
import type { ReadFile } from './intake/attachments.ts';
import type { Asker } from './intake/make-answer.ts';
import type { SlackRules } from './intake/rules.ts';
import type { InteractionSettings } from './interaction/interaction-deps.ts';
import type { ListenerDeps } from './listener.ts';
import type { After } from './posting/after.ts';
import type { ProfileFields, SlackProfile } from './profiles.ts';
import type { SlackReach } from './reach.ts';

export interface SlackSignIns {
  onLink(show: (link: SignInLink) => Promise<void>): void;
  /** What a sign-in page sent back, where browsers reach the bot; throws a sentence for the person. */
  finish(came: URLSearchParams): Promise<{ readonly connector: string }>;
}

export interface SlackChatOptions {
  readonly botToken: string;
  readonly reach: SlackReach;
  /** Base address of the Web API; absent means Slack's own. */
  readonly apiUrl?: string | undefined;
  readonly rules: SlackRules;
  readonly settings: InteractionSettings;
  readonly records: ListenerDeps['records'];
  readonly answers: AnswerQuestion;
  /** What may answer an asker, by where people belong in Slack. */
  readonly viewerFor: (asker: Asker & SlackProfile, memberships: Memberships) => Viewer | Promise<Viewer>;
  /** What Slack is asked of people, to tell which rules apply to them; absent means nothing. */
  readonly profile?: {
    readonly fields?: ProfileFields | undefined;
    readonly usesEmail?: (() => Promise<boolean>) | undefined;
  };
  /** Whether some documents are for certain people only; absent means that none are. */
  readonly hasRestricted?: () => Promise<boolean>;
  readonly tickets?: ListenerDeps['tickets'];
  readonly prompts?: ListenerDeps['prompts'];
  /** Absent where no connector wants anyone to sign in. */
  readonly signIns?: SlackSignIns | undefined;
  /** Reads files that come with a question; absent means that none are. */
  readonly readFile?: ReadFile;
  /** Unique for each running process. */
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  readonly wait?: Wait;
  /** Timers of what people see while an answer is made. */
  readonly after?: After;
  /** How long a question under way has to finish at stop. */
  readonly drainMs?: number;
  /** How long a claim stands without being renewed. */
  readonly leaseMs?: number;
}
