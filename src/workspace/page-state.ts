/** What the workspace's page shows to the person acting in it. Made by the page server, read by `page/`. */
export interface PageState {
  readonly workspace: string;
  /** The acting person's id. */
  readonly me: string;
  /** Everyone who can be acted as, in order. */
  readonly people: readonly PagePerson[];
  /** Everyone that texts may mention, by id. */
  readonly names: Readonly<Record<string, PageName>>;
  /** Id of the app's user. */
  readonly bot: string;
  readonly isConnected: boolean;
  /** Conversations that the person is in. */
  readonly channels: readonly PageChannel[];
  /** What stands in the open conversation itself; absent if the person is not in it. */
  readonly channel?: PageConversation;
  readonly thread?: PageConversation;
  /** The app's Home for this person; absent until the app has published one. */
  readonly home?: Json;
  /** The dialog that is open for this person. */
  readonly modal?: Json;
  readonly prompts: readonly { readonly title: string; readonly message: string }[];
  readonly commands: readonly PageCommand[];
  readonly shortcuts: readonly { readonly id: string; readonly name: string }[];
}

export type Json = Readonly<Record<string, unknown>>;

export interface PagePerson {
  readonly id: string;
  /** Shown beside messages. */
  readonly name: string;
  /** Who that is, such as "Employee in Germany". */
  readonly role: string;
}

export interface PageName {
  readonly name: string;
  /** By which others mention the person, without the `@`. */
  readonly handle: string;
  readonly isBot: boolean;
}

export interface PageChannel {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'im' | 'mpim';
  readonly members: readonly string[];
  readonly isShared: boolean;
  /** Time of the newest message that the person can see, in threads too; empty if there is none. */
  readonly latest: string;
}

export interface PageConversation {
  readonly id: string;
  /** Time of the message that the thread hangs on. */
  readonly thread?: string;
  readonly messages: readonly PageMessage[];
  /** What the app says it is doing. */
  readonly status?: string;
  readonly canStop: boolean;
}

export interface PageMessage {
  readonly ts: string;
  readonly from: string;
  /** In Slack's own syntax. */
  readonly text: string;
  /** Standard Markdown; shown instead of the text. */
  readonly markdown?: string;
  /** Shown instead of the text, if there are any. */
  readonly blocks: readonly Json[];
  readonly tasks: readonly Json[];
  readonly planTitle?: string;
  readonly files: readonly string[];
  readonly isStreaming: boolean;
  /** Visible to the acting person only. */
  readonly isPrivate: boolean;
  readonly isEdited: boolean;
  readonly replies: number;
  /** Whether the app is at work in its thread. */
  readonly isBusy: boolean;
}

export interface PageCommand {
  readonly command: string;
  readonly description: string;
  readonly hint: string;
}

/** What a person does in the page. */
export type PageAction =
  | {
      readonly kind: 'say';
      readonly channel: string;
      readonly thread?: string | undefined;
      readonly text: string;
      readonly files?: readonly PageFile[] | undefined;
    }
  | { readonly kind: 'command'; readonly channel: string; readonly line: string }
  | { readonly kind: 'edit'; readonly channel: string; readonly ts: string; readonly text: string }
  | { readonly kind: 'remove'; readonly channel: string; readonly ts: string }
  | {
      readonly kind: 'press';
      /** Of the message; absent for the Home and for dialogs. */
      readonly channel?: string | undefined;
      readonly ts?: string | undefined;
      readonly view?: string | undefined;
      readonly actionId: string;
      readonly blockId?: string | undefined;
      readonly value?: string | undefined;
    }
  | { readonly kind: 'submit'; readonly view: string; readonly values: readonly PageValue[] }
  | { readonly kind: 'close'; readonly view: string }
  | { readonly kind: 'shortcut'; readonly id: string; readonly channel: string; readonly ts: string }
  | { readonly kind: 'stop'; readonly channel: string; readonly thread: string }
  | { readonly kind: 'open'; readonly tab: 'home' | 'messages' };

export interface PageFile {
  readonly name: string;
  readonly base64: string;
}

/** One field of a dialog, as filled in. */
export interface PageValue {
  readonly blockId: string;
  readonly actionId: string;
  readonly type: string;
  /** One, or several of checkboxes; empty for a field left empty. */
  readonly chosen: readonly string[];
}

/** What an action has led to. */
export interface PageOutcome {
  /** Time of a message that was written. */
  readonly ts?: string;
  /** Why it was refused, in words for the person. */
  readonly problem?: string;
  /** Mistakes in a dialog's fields, by block id. */
  readonly errors?: Readonly<Record<string, string>>;
}
