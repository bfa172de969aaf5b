import type { WebClient } from '@slack/web-api';
import type { AnswerQuestion } from '../../answer/answer-question.ts';
import type { Prompts } from '../../connectors/prompts.ts';
import type { TicketConnector } from '../../connectors/ticket-connector.ts';
import type { IsoDate, Viewer } from '../../domain.ts';
import type { Log } from '../../log.ts';
import type { OpenedTicket, Records } from '../../records/records.ts';
import type { SlackApi } from './api.ts';
import type { SlackHealth } from './health.ts';
import type { SlackIdentity } from './identity.ts';
import type { SlackAccess } from './intake/access.ts';
import type { SlackAsk } from './intake/ask.ts';
import type { Asker } from './intake/make-answer.ts';
import type { SlackPipeline } from './intake/pipeline.ts';
import type { SlackRules } from './intake/rules.ts';
import type { SlackStopping } from './intake/stopping.ts';
import type { ApprovalCards } from './posting/approval-cards.ts';
import type { SlackDelivery } from './posting/deliver.ts';
import type { SlackNotices } from './posting/notices.ts';
import type { SlackWork } from './posting/work.ts';

/** Where people's tickets go, and who is told that one was opened. */
export interface SlackTickets extends Pick<TicketConnector, 'deskFor'> {
  opened(ticket: OpenedTicket): Promise<void>;
}

/** What the functions `listenTo…(app, deps)` are given; each registers what it handles and is called in `slack.ts`. */
export interface ListenerDeps {
  readonly self: SlackIdentity;
  readonly rules: SlackRules;
  readonly records: Pick<
    Records,
    'questions' | 'answers' | 'approvals' | 'documents' | 'feedback' | 'flags' | 'ledger' | 'memories' | 'syncs'
  > &
    Partial<Pick<Records, 'elicitations'>>;
  readonly answers: AnswerQuestion;
  readonly viewerFor: (asker: Asker) => Viewer | Promise<Viewer>;
  /** Prompts of connectors, which people may start; absent where none are set up. */
  readonly prompts?: Prompts | undefined;
  /** Absent where no connectors are set up. */
  readonly tickets?: SlackTickets | undefined;
  readonly pipeline: SlackPipeline;
  /**
   * Puts a question into the pipeline, without its words where people must answer it. True if it was claimed by this
   * call.
   */
  readonly accept: (ask: SlackAsk, admit?: () => Promise<boolean>) => Promise<boolean>;
  readonly stopping: SlackStopping;
  readonly work: SlackWork;
  readonly access: SlackAccess;
  readonly delivery: SlackDelivery;
  readonly cards: ApprovalCards;
  readonly indexedOn: () => Promise<IsoDate | undefined>;
  readonly notices: SlackNotices;
  readonly api: SlackApi;
  /** For calls whose failure nobody misses. */
  readonly cosmetic: WebClient;
  readonly health: SlackHealth;
  /** Aborts when the app has stopped. */
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}
