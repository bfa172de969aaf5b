import { WebClient } from '@slack/web-api';
import { clientOptions, createSlackApi, type Wait } from './api.ts';
import { createSlackHealth } from './health.ts';
import { identify } from './identity.ts';
import { createIndexedOn } from './indexed-on.ts';
import { createSlackAccess } from './intake/access.ts';
import { createAnswerAsk } from './intake/answering.ts';
import { type SlackAsk, withoutWords } from './intake/ask.ts';
import { createAttachmentReader } from './intake/attachments.ts';
import { createSlackClaims } from './intake/claims.ts';
import { createDownload } from './intake/download.ts';
import { createHourlyLimit } from './intake/hourly-limit.ts';
import { createSlackPipeline } from './intake/pipeline.ts';
import { createReception } from './intake/reception.ts';
import { createSlackStopping } from './intake/stopping.ts';
import { createThreadReader } from './intake/thread-reader.ts';
import type { ListenerDeps } from './listener.ts';
import { createSdkLogger } from './logger.ts';
import { createSlackMemberships } from './memberships.ts';
import { createNameOf } from './name-of.ts';
import type { SettingsUse } from './needs.ts';
import { createApprovalCards } from './posting/approval-cards.ts';
import { createSlackDelivery } from './posting/deliver.ts';
import { createSlackNotices } from './posting/notices.ts';
import { readSlackText } from './posting/text.ts';
import { createSlackWork } from './posting/work.ts';
import { createSlackProfiles } from './profiles.ts';
import type { SlackChatOptions } from './slack-options.ts';
import { createStandings } from './standings.ts';

const answerTimeoutMs = 10_000;
const statusTimeoutMs = 3_000;

/** Everything that handles questions, once Slack has said who the bot is. Throws `chat_unavailable`. */
export async function createSlackParts(
  options: SlackChatOptions & { readonly wait: Wait; readonly leaseMs: number },
  halt: AbortController,
): Promise<ListenerDeps> {
  const { apiUrl, botToken, records, answers, rules, now, log, wait } = options;
  const { signal } = halt;
  const shared = { logger: createSdkLogger(log), ...(apiUrl !== undefined && { apiUrl }) };
  // Two clients, since a rate limit on a status would hold up answers.
  const client = new WebClient(botToken, clientOptions({ ...shared, timeoutMs: answerTimeoutMs }));
  const cosmetic = new WebClient(botToken, clientOptions({ ...shared, timeoutMs: statusTimeoutMs }));
  const health = createSlackHealth(log);
  const api = createSlackApi({ client, now, wait, health });
  const self = await identify(api, { uses: await usesOf(options.profile), now, log });
  const notices = createSlackNotices({ api, now, log, signal });
  const standingOf = createStandings({ api, home: self.team, teams: rules.teams, now });
  const access = createSlackAccess({ api, standingOf, home: self.team, rules, now, log });
  const memberships = createSlackMemberships({ api, self: self.user, standingOf, now, log });
  const profiles = createSlackProfiles({ api, ...options.profile, now, log });
  const viewerFor: ListenerDeps['viewerFor'] = async (asker) =>
    options.viewerFor({ ...asker, ...(await profiles.find(asker.person)) }, memberships);
  const delivery = createSlackDelivery({ api, bot: self.bot, now, wait, log });
  const cards = createApprovalCards({
    ...{ approvals: records.approvals, elicitations: records.elicitations },
    ...{ api, now, log },
  });
  const indexedOn = createIndexedOn(records.syncs, options.settings.timezone);
  const { questions, answers: stored } = records;
  const work = createSlackWork({
    client: cosmetic,
    bot: self.bot,
    log,
    ...(options.after && { after: options.after }),
  });
  const reception = createReception(wait);
  const answerAsk = createAnswerAsk({
    ...{ answers, questions, stored, reception, access, delivery, cards, indexedOn, notices, work, now, log },
    nameOf: createNameOf({ api, now }),
    home: self.team,
    viewerFor,
    hasRestricted: options.hasRestricted ?? (async () => false),
    flags: records.flags,
    limit: createHourlyLimit({ limit: rules.perPersonHourly, stored, now }),
    readThread: createThreadReader({
      ...{ api, self, stored, now, log },
      isSensitive: (text) => answers.screen(text) !== undefined,
    }),
    readAttachments: createAttachmentReader({
      download: createDownload({ botToken, apiUrl }),
      readFile: options.readFile,
      log,
    }),
    botUser: self.user,
  });
  const claims = createSlackClaims({ questions, owner: options.owner, leaseMs: options.leaseMs, now, log });
  const pipeline = createSlackPipeline({ answerAsk, claims, questions, reception, halt, wait, log });
  const accept = (ask: SlackAsk, admit?: () => Promise<boolean>) => {
    // Before the claim, which keeps what it is given.
    const referral = answers.screen(readSlackText(ask.text, self.user));
    return pipeline.accept(referral === undefined ? ask : withoutWords(ask, referral), admit);
  };
  return {
    ...{
      self,
      rules,
      records,
      answers,
      pipeline,
      accept,
      access,
      delivery,
      cards,
      indexedOn,
      notices,
      api,
      work,
      cosmetic,
      health,
      signal,
    },
    viewerFor,
    tickets: options.tickets,
    prompts: options.prompts,
    stopping: createSlackStopping({ ...{ pipeline, api, work, notices, now, signal, log }, home: self.team }),
    now,
    log,
  };
}

async function usesOf(profile: SlackChatOptions['profile']): Promise<SettingsUse> {
  const hasFields = Object.keys(profile?.fields ?? {}).length > 0;
  return [
    ...(hasFields ? (['profile'] as const) : []),
    ...((await profile?.usesEmail?.()) ? (['email'] as const) : []),
  ];
}
