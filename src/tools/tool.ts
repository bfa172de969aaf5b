import type { FilterTerm, Viewer } from '../domain.ts';
import type { AnsweredElicitations } from '../elicitation.ts';
import type { Skill } from '../skills/skill.ts';

/** What a model is told about a tool. */
export interface ToolSpec {
  /** `[a-zA-Z0-9_-]{1,64}` */
  readonly name: string;
  /** When to call it and when not. */
  readonly description: string;
  /** JSON Schema with an object root and no `anyOf`, `oneOf` or `allOf` at the root. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** A declaration that the model was trained on, which replaces the above where the API knows it; the name is `memory`. */
  readonly builtIn?: 'memory_20250818';
}

export interface Tool extends ToolSpec {
  /** What writes is run only after a person has agreed to exactly that input. */
  readonly effect: 'read' | 'write';
  /** What people call it, where they are asked to agree; its name unless told. */
  readonly title?: string;
  /** Roles of which someone other than the asker must agree; the asker does unless told. */
  readonly approvers?: readonly string[];
  /** What it gives back is for the asker alone, so it exists only where one is known. */
  readonly isPersonal?: boolean;
  /** Set where the input leaves the bot, for another system. */
  readonly outside?: OutsideTool;
  /** Not declared to the model: it finds such a tool and calls it through one that `forwards`. */
  readonly isDeferred?: boolean;
  /** Names another tool with its input, to be called instead; undefined where the input names none. */
  readonly forwards?: (input: unknown) => { readonly name: string; readonly input: unknown } | undefined;
  /** What is wrong with an input, to be told to the model before anyone is asked; undefined if nothing is. */
  readonly check?: (input: unknown) => Promise<string | undefined>;
  readonly timeoutMs?: number;
  /**
   * Throws `tool_input` with a sentence that tells the model what to change; any other failure is told to it as well.
   * Never sees more than the viewer may.
   */
  run(input: unknown, context: ToolContext): Promise<readonly ToolContent[]>;
}

/** Of a tool that another system runs. What comes back is untrusted. */
export interface OutsideTool {
  readonly connector: string;
  /** Who receives the input, as people are told. */
  readonly recipient: string;
  /** SHA-256 of the definition that was approved; a yes counts for no other. */
  readonly pin: string;
  /** Whether it reaches further than that system's own data. */
  readonly isOpenWorld: boolean;
  /** The input as it will be sent: what must not leave is replaced. Giving it that again changes nothing. */
  prepare(input: unknown): unknown;
}

export interface ToolContext {
  readonly viewer: Viewer;
  /** Holds for every search of the question, whatever else a call asks for. */
  readonly filter?: readonly FilterTerm[];
  readonly signal: AbortSignal;
  /** The same for a repeated run of the same call. */
  readonly idempotencyKey: string;
  /** Of the thread that the call belongs to. */
  readonly conversation?: string;
  /** The asker's own words of this question. */
  readonly asked?: string;
  /** Who agreed to this call; absent where nobody had to. */
  readonly agreedBy?: string;
  /** What the asker answered to what an earlier run of this call asked with `InputRequired`. */
  readonly answered?: AnsweredElicitations;
  /** What of the conversation concerns skills; absent where there are none. */
  readonly skills?: SkillSession;
}

/** What the tools of skills note of a conversation, and may ask of it, in one call. */
export interface SkillSession {
  readonly callId: string;
  /** Notes that the skill is followed. True if its content must be given, false if it stands in the conversation. */
  activate(skill: Skill, content: string): boolean;
  /** Notes a run that succeeded, so that the answer may cite what it printed. */
  noteRun(run: ScriptRun): void;
  /** Has a skill followed in a context of its own; without a task, for the question itself. Never nested. */
  runAlone(skill: Skill, task: string | undefined): Promise<readonly ToolContent[]>;
}

/** A script's successful run. */
export interface ScriptRun {
  /** `script://skill/script#call`, as in the search result that holds its output. */
  readonly source: string;
  readonly skill: string;
  readonly version: string;
  /** Relative to the skill's `scripts/`. */
  readonly script: string;
  /** What the `source` fields of its input name. */
  readonly sources: readonly string[];
  /** What it printed, as given to the model. */
  readonly lines: readonly string[];
  /** How it came to its result, where it tells. */
  readonly steps: readonly ScriptStep[];
}

export interface ScriptStep {
  readonly text: string;
  readonly sources: readonly string[];
}

/** What a tool gives back. A search result holds one sentence a block, so that a sentence is the smallest citable unit. */
export type ToolContent = { readonly type: 'text'; readonly text: string } | SearchResultBlock;

export interface SearchResultBlock {
  readonly type: 'search_result';
  /** `policy://` and a passage id, `script://` and a run, or `tool://`, the tool's own name, `#` and anything unique. */
  readonly source: string;
  readonly title: string;
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly citations: { readonly enabled: boolean };
}
