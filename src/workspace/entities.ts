export type Json = Readonly<Record<string, unknown>>;

export interface User {
  readonly id: string;
  readonly name: string;
  /** The workspace that the user belongs to; absent means this one. */
  readonly team?: string;
  readonly bot?: boolean;
  /** Multi-channel guest. */
  readonly restricted?: boolean;
  /** Single-channel guest. */
  readonly ultraRestricted?: boolean;
  /** From another organisation, met in a shared channel. */
  readonly stranger?: boolean;
  readonly deactivated?: boolean;
  readonly realName?: string;
  readonly email?: string;
  /** Time zone by its name, such as Europe/Berlin. */
  readonly timeZone?: string;
  /** Custom fields of the profile: label, such as Country, to value. */
  readonly profile?: Readonly<Record<string, string>>;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'im' | 'mpim';
  readonly members: readonly string[];
  readonly extShared?: boolean;
  readonly pendingExtShared?: boolean;
  readonly orgShared?: boolean;
}

export interface UserGroup {
  readonly id: string;
  readonly handle: string;
  readonly users: readonly string[];
  /** Out of use; Slack keeps such groups. */
  readonly disabled?: boolean;
}

export interface SharedFile {
  readonly id: string;
  readonly name: string;
  readonly mimetype: string;
  readonly content: Uint8Array;
  readonly user: string;
}

export interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: 'pending' | 'in_progress' | 'complete' | 'error';
  readonly details?: string;
  readonly output?: string;
  readonly sources: readonly { readonly url: string; readonly text: string }[];
}

/** What a streamed message has besides its blocks. */
export interface Stream {
  open: boolean;
  /** `timeline` or `plan`. */
  readonly display: string;
  readonly tasks: Map<string, Task>;
  planTitle?: string;
  /** Blocks that came through chunks, task cards not counted. */
  chunkBlocks: number;
  /** Cancels the closing that Slack does by itself. */
  cancel: () => void;
}

export interface Message {
  readonly ts: string;
  readonly channel: string;
  readonly thread?: string;
  readonly user: string;
  /** Set on what the app posted. */
  readonly botId?: string;
  subtype?: string;
  text: string;
  markdown?: string;
  blocks?: readonly Json[];
  metadata?: Json;
  readonly files?: readonly SharedFile[];
  readonly stream?: Stream;
  edited?: { readonly user: string; readonly ts: string };
  /** What each person put into the message's fields. */
  inputs?: ReadonlyMap<string, View['values']>;
  /** People by emoji name. */
  reactions?: ReadonlyMap<string, readonly string[]>;
}

/** Shown to one user only. `args` are the call's own, complete. */
export interface Ephemeral {
  readonly ts: string;
  readonly channel: string;
  readonly user: string;
  readonly thread?: string;
  /** Who it comes from; absent means the app. */
  readonly from?: string;
  text: string;
  markdown?: string;
  blocks?: readonly Json[];
  inputs?: Message['inputs'];
  readonly args: Json;
}

/** Where an interaction may be answered: five times, for thirty minutes. */
export interface ResponseUrl {
  readonly id: string;
  readonly user: string;
  readonly channel: string;
  readonly expiresAt: number;
  uses: number;
  /** What `replace_original` replaces: an ephemeral, or a message of the app. */
  original?: Ephemeral | Message;
}

/** A modal or a Home tab as the app defined it, with what stands in its fields. */
export interface View {
  readonly id: string;
  readonly user: string;
  readonly type: 'modal' | 'home';
  readonly hash: string;
  /** `title`, `private_metadata` and the rest, as given. */
  readonly content: Json & { readonly blocks: readonly Json[] };
  /** By block and action; each as it stands in `view.state.values`. */
  readonly values: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

export interface Session {
  status: 'active' | 'processing' | 'suspended' | 'closed';
  title?: string;
  readonly initiator?: string;
  cancel: () => void;
}

export interface Prompts {
  readonly title?: string;
  readonly prompts: readonly { readonly title: string; readonly message: string }[];
}
