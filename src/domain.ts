import type { Elicitation } from './elicitation.ts';

/** A calendar day, `YYYY-MM-DD`. */
export type IsoDate = string;

/** What a document says about itself, from front matter, file properties or its source. */
export interface DocumentMetadata {
  readonly title: string;
  readonly type?: string;
  readonly author?: string;
  readonly owner?: string;
  readonly updated?: IsoDate;
  /** First day in force; absent means always. */
  readonly effectiveFrom?: IsoDate;
  /** First day no longer in force; absent means open-ended. */
  readonly effectiveTo?: IsoDate;
  readonly reviewDate?: IsoDate;
  /** Groups that may read it, lower case, sorted, distinct. Empty means everyone. */
  readonly audience: readonly string[];
  /** ISO 3166 codes in upper case, sorted. Empty means it applies everywhere. */
  readonly country: readonly string[];
  /** Companies of a group that it applies to, lower case, sorted; absent or empty means all. */
  readonly entity?: readonly string[];
  /** Kinds of contract that it applies to, such as `intern`, lower case, sorted; absent or empty means all. */
  readonly employment?: readonly string[];
  readonly tags: readonly string[];
  readonly status: DocumentStatus;
  /** Path (relative to its source) of the document that this one replaces. */
  readonly supersedes?: string;
  readonly supersededBy?: string;
  /** Where people can open the document; may hold `{line}` for the line of a passage. */
  readonly url?: string;
  /** Starts of passages in the stored text, ascending, each with its line in the file; only where `url` has a place for it. */
  readonly lines?: readonly (readonly [start: number, line: number])[];
}

export type DocumentStatus = 'active' | 'draft' | 'superseded' | 'archived';

/** A half-open range of JavaScript string indices. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A citable piece of one document version. `id` is `document@version#n`.
 * `text` equals the version's stored text from `start` to `end`, character by character.
 */
export interface Passage extends Span {
  readonly id: string;
  readonly document: string;
  readonly version: number;
  /** Position in the version, from 0. */
  readonly n: number;
  /** Headings above the passage, outermost first; the title is not among them. */
  readonly headings: readonly string[];
  /** Context that belongs to the passage but is not quoted: a table's header rows, the sentence that introduces a list. */
  readonly lead?: string;
  /** Page of a paged document, from 1. */
  readonly page?: number;
  /** Sentences, as spans relative to the start of the passage. */
  readonly sentences: readonly Span[];
  readonly text: string;
}

/** One state of a document's content. `id` is `document@number`. */
export interface Version {
  readonly id: string;
  readonly document: string;
  /** From 1, counted for each document. */
  readonly number: number;
  readonly source: string;
  /** Relative to its source, with forward slashes. */
  readonly path: string;
  readonly metadata: DocumentMetadata;
  readonly audienceKey: string;
  /** First day on which answers may use it; absent means no lower bound. */
  readonly validFrom?: IsoDate;
  /** First day on which answers may no longer use it; absent means no upper bound. */
  readonly validTo?: IsoDate;
  /** SHA-256 of the file that it was read from; this and the next are absent in what was not made by a sync. */
  readonly contentHash?: string;
  /** The day on which it was first read. */
  readonly seenOn?: IsoDate;
  /** Who changed the document to this state, and when, where its source knows. */
  readonly changed?: VersionChange;
  /** Its time is over: only questions about earlier days are answered from it. */
  readonly isPast?: true;
}

/** The days between which a version answers: from the first, up to and without the second. */
export interface Validity {
  /** Absent means no lower bound. */
  readonly validFrom?: IsoDate;
  /** Absent means no upper bound. */
  readonly validTo?: IsoDate;
  /**
   * Which of the two is only the day on which something was seen. It counts for questions about earlier days; for
   * those of today such a start has come and such an end has passed, also where a clock was set back meanwhile.
   */
  readonly seen?: { readonly from?: boolean; readonly to?: boolean };
}

export interface VersionChange {
  readonly on: IsoDate;
  readonly by?: string;
  /** What the source calls this state, such as the hash of a commit. */
  readonly revision?: string;
}

/** Which fields a search can be narrowed by. Dates compare as text; `country`, `entity` and `employment` also match documents that are not limited by it. */
export type FilterField =
  | 'document'
  | 'title'
  | 'type'
  | 'author'
  | 'owner'
  | 'audience'
  | 'country'
  | 'entity'
  | 'employment'
  | 'tag'
  | 'updated'
  | 'effective'
  | 'review';

export interface FilterTerm {
  readonly field: FilterField;
  /** `>=` and `<=` are for dates only; `=` compares without regard to case, and for `title` asks whether it is contained. */
  readonly op: '=' | '>=' | '<=';
  readonly value: string;
}

/** Who asks and where, resolved before any search; nothing later can widen it. */
export interface Viewer {
  /** Audience keys that this question may be answered from. */
  readonly audienceKeys: readonly string[];
  /** The day whose rules apply. */
  readonly on: IsoDate;
  /** Set where the question asks for the rules of another time than today; `on` is then the day that answers for it. */
  readonly asOf?: AsOf;
  readonly person?: string;
  /** Where others can read along; absent means that the asker alone reads the answer. */
  readonly place?: string;
  /** Groups that the person belongs to, sorted; absent means none. They decide which skills exist. */
  readonly roles?: readonly string[];
  /** What is known of the asker; decides which rules apply, never what may be read. */
  readonly profile?: Profile;
  /** Where each of it is known from; what is not named here was given with the question. */
  readonly profileFrom?: Readonly<Partial<Record<keyof Profile, ProfileOrigin>>>;
}

/** How something is known of a person: they asked to have it remembered, or it stands in the directory or their profile. */
export type ProfileOrigin = 'remembered' | 'directory' | 'profile';

/** Another time than today. */
export interface AsOf {
  /** First day of the time; `on` of the viewer is its last. */
  readonly from: IsoDate;
  /** The day on which it was asked. */
  readonly today: IsoDate;
}

/** What decides which rules apply to a person, as far as it is known. */
export interface Profile {
  /** ISO 3166 code in upper case. */
  readonly country?: string;
  /** Lower case. */
  readonly entity?: string;
  /** Lower case, such as `intern`. */
  readonly employment?: string;
}

/** A short question back, where rules differ by something of the asker that is not known. */
export interface Choice {
  readonly field: keyof Profile;
  /** The last stands for anything else. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Whether the person may have their choice remembered. */
  readonly mayRemember?: boolean;
}

/** What a person chose where they were asked back. */
export interface Chosen {
  /** The answer that asked. */
  readonly answer: string;
  readonly value: string;
  /** It is to be remembered of the person. */
  readonly isRemembered?: boolean;
}

export interface Citation {
  /** Number shown to the reader, from 1. */
  readonly n: number;
  /** Of a calculation: the `script://` source of its run. */
  readonly passage: string;
  /** Of a calculation: `script:` and the skill and its script; the version is then always 1. */
  readonly document: string;
  readonly title: string;
  readonly section: string;
  readonly page?: number;
  /** Verbatim from the stored version. */
  readonly quote: string;
  readonly version: number;
  /** First day in force; absent where the document does not tell. */
  readonly effective?: IsoDate;
  /** First day no longer in force; absent means open-ended. */
  readonly until?: IsoDate;
  /** It took effect only after the day of the answer, and is cited to announce it. */
  readonly isUpcoming?: true;
  /** Who looks after the document, as it says itself. */
  readonly owner?: string;
  readonly url?: string;
}

/** A passage offered instead of, or beside, an answer. */
export interface ClosePassage {
  readonly id: string;
  readonly document: string;
  readonly title: string;
  readonly section: string;
  readonly page?: number;
  readonly text: string;
  readonly score: number;
  readonly url?: string;
}

/** `awaiting_approval`: the answer goes on once people have decided about its `approvals` and answered its `elicitations`. */
export type AnswerStatus = 'answered' | 'not_found' | 'needs_input' | 'awaiting_approval' | 'failed';

export interface Answer {
  readonly id: string;
  readonly status: AnswerStatus;
  /** Markdown; each statement is followed by the numbers of its citations in square brackets. */
  readonly text: string;
  /** Something the reader should know about how the answer came about, such as that no model was reachable. */
  readonly notice?: string;
  /** What the reader should know of the sources, a line of Markdown each: as of which day, what will change, what is overdue for review. */
  readonly remarks?: readonly string[];
  /** The day whose rules it tells, where that was not the day of the question. */
  readonly asOf?: IsoDate;
  /** What the asker must tell first; only with `needs_input`. */
  readonly choice?: Choice;
  readonly citations: readonly Citation[];
  readonly passages: readonly ClosePassage[];
  /** Skills whose instructions or scripts it was written with; absent where there were none. */
  readonly skills?: readonly FollowedSkill[];
  /** Questions near this one that the documents answer; absent where there are none. */
  readonly followUps?: readonly string[];
  /** Ids of versions that it tells something of without citing them, such as a title; absent where there are none. */
  readonly named?: readonly string[];
  /** What a person must say yes or no to before it is done; absent where there is nothing. */
  readonly approvals?: readonly ApprovalRequest[];
  /** What other systems ask the asker before they go on; absent where there is nothing. */
  readonly elicitations?: readonly Elicitation[];
  /** Ids of earlier requests for approval, and elicitations, that this question has made void. */
  readonly superseded?: readonly string[];
  /** The model that wrote it, or `extractive`. */
  readonly model: string;
  readonly ms: number;
}

/** Something outside the conversation that waits for a person's yes. */
export interface ApprovalRequest {
  /** Unique; a yes counts only together with the hash. */
  readonly id: string;
  readonly tool: string;
  /** What people call it; absent means its name. */
  readonly title?: string;
  /** Exactly what will be sent. */
  readonly input: unknown;
  /** Who outside receives it; absent where nobody does. */
  readonly recipient?: string;
  /** SHA-256 of the input as canonical JSON, together with the tool's pin where it has one. */
  readonly argsHash: string;
  /** Epoch milliseconds; undecided by then, it counts as a no. */
  readonly expiresAt: number;
  /** Roles of which the deciding person must hold one, not being the asker; absent means that the asker decides. */
  readonly approvers?: readonly string[];
}

export interface FollowedSkill {
  readonly name: string;
  /** SHA-256 over the skill's folder. */
  readonly version: string;
}

export interface Question {
  readonly text: string;
  readonly viewer: Viewer;
  /** Narrows every search for this question. */
  readonly filter?: readonly FilterTerm[];
  /** Groups the questions of one thread; answers see the earlier turns of the same conversation. */
  readonly conversation: string;
  /** Goes on with the question that was asked back; then the text says nothing. */
  readonly chosen?: Chosen;
  /** The text was written by someone else and only passed on by the asker: what to search for, and no request. */
  readonly isQuoted?: boolean;
  /** Files that came with the question, as text; untrusted, and no source that an answer may cite. */
  readonly attachments?: readonly Attachment[];
  /** What was written in the thread by others than the bot, oldest first; untrusted. */
  readonly thread?: readonly ThreadMessage[];
}

export interface Attachment {
  readonly name: string;
  readonly text: string;
  /** Whether more stood in the file than is given here. */
  readonly isCut: boolean;
}

export interface ThreadMessage {
  readonly by: 'asker' | 'other';
  readonly text: string;
}
