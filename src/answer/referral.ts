/** What a message touches that people must answer; holds nothing of its words. */
export interface Referral {
  readonly topic: string;
  /** ISO 639 code of the language that the message is in. */
  readonly language?: string;
}

/** Finds messages that no store, log, embedder or model may get, and says who helps instead. */
export interface Referrals {
  find(text: string): Referral | undefined;
  /** Markdown: words for the person, and whom to turn to. */
  reply(referral: Referral): string;
}
