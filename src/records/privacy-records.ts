/** Small text files that hold what a person asked to be remembered. Paths are relative, with forward slashes. */
export interface MemoryRecords {
  /** Paths with sizes in characters, sorted. */
  list(person: string): Promise<{ readonly path: string; readonly chars: number; readonly at: number }[]>;
  read(person: string, path: string): Promise<string | undefined>;
  write(person: string, path: string, text: string, now: number): Promise<void>;
  /** Removes a file, or all files below a folder; returns how many. */
  remove(person: string, path: string): Promise<number>;
  /** False if there is nothing at `from` or something at `to`. */
  rename(person: string, from: string, to: string, now: number): Promise<boolean>;
  /** Removes everything of a person; returns how many files. */
  clear(person: string): Promise<number>;
}

export interface Erased {
  readonly answers: number;
  readonly conversations: number;
  readonly questions: number;
  readonly feedback: number;
  /** With the questions of other systems. */
  readonly approvals: number;
  readonly memories: number;
  /** Notes of what was sent to other systems, with what came back. */
  readonly connectorCalls: number;
  /** At other systems. */
  readonly signIns: number;
}

/** Forgets what people asked. Texts are overwritten on disk, not only unlinked. */
export interface PrivacyRecords {
  /**
   * Erases what is older: answers, finished questions, feedback, decided approvals, calls of connectors, and
   * conversations whose last answer is older. What is still under way stays.
   */
  eraseBefore(before: number): Promise<Erased>;
  /**
   * Erases everything stored of one person: also whole conversations that the person took part in, since their text
   * can't be told apart in them. Notes that it was done, when and by whom, not of whom.
   */
  forgetPerson(person: string, by: string, now: number): Promise<Erased>;
  /** How much `forgetPerson` would erase. */
  heldOf(person: string): Promise<Erased>;
  /** Erasures of persons, newest first. */
  erasures(): Promise<{ readonly at: number; readonly by: string; readonly erased: Erased }[]>;
}

export interface HeldOfDocument {
  readonly versions: number;
  readonly passages: number;
  /** That quote it, or for which it was found. */
  readonly answers: number;
  /** In which it was read. */
  readonly conversations: number;
}

/** Erases documents for good, where `retire` only takes them out of use. */
export interface ForgetRecords {
  heldOf(document: string): Promise<HeldOfDocument>;
  /** The texts of all its versions, removed ones among them, oldest first. */
  texts(document: string): Promise<string[]>;
  /** Those of the texts that stand in no other document, word for word. */
  ownTexts(document: string, texts: readonly string[]): Promise<string[]>;
  /**
   * Erases all its versions, what recorded answers quote of it, and conversations in which it was read, and writes the
   * file anew so that nothing of them stays in it. The hashes of its contents are kept, so that it doesn't come back
   * unasked. Returns what was erased.
   */
  forget(document: string, by: string): Promise<HeldOfDocument>;
  /** Writes the file anew where an erasure was interrupted before that. */
  finish(): Promise<void>;
  /** When and by whom this content was forgotten, if it was. */
  forgotten(contentHash: string): Promise<{ readonly at: number; readonly by: string } | undefined>;
  /** Lets a forgotten content come back; false if it was none. */
  allow(contentHash: string): Promise<boolean>;
  /** In how many rows any of the texts stand, by what people call the place; places without any are left out. */
  mentions(texts: readonly string[]): Promise<Readonly<Record<string, number>>>;
}
