/** A written procedure: a folder with SKILL.md, portable to other hosts. */
export interface Skill {
  /** 1–64 characters; unique in a catalog. */
  readonly name: string;
  /** What it does and when to use it. */
  readonly description: string;
  /** Instructions without front matter. */
  readonly body: string;
  /** Real path of the folder. */
  readonly folder: string;
  /** Files besides SKILL.md, relative to the folder, sorted, with forward slashes. */
  readonly files: readonly string[];
  /** SHA-256 over the content of the whole folder. */
  readonly version: string;
  /** Tools with side effects that may run while the skill is active; reading tools always may. */
  readonly allowedTools: readonly string[];
  /** From `metadata` keys that begin with `bylaw-`. */
  readonly settings: SkillSettings;
}

export interface SkillSettings {
  readonly visibility: 'everyone' | 'user-only' | 'model-only';
  /** Kept in full in large catalogs. */
  readonly pinned: boolean;
  /** Ids of places where it is visible; absent means everywhere. */
  readonly channels?: readonly string[];
  /** Groups of people who see it; absent means everyone. */
  readonly roles?: readonly string[];
  /** Of a skill that is isolated or has its own model; otherwise without effect. */
  readonly effort?: string;
  /** Another model; such a skill runs as a subagent. */
  readonly model?: string;
  /** Exists only where the asker alone reads the answer. */
  readonly private: boolean;
  /** Runs in a context of its own. */
  readonly isolated: boolean;
}

/** Something about a skill's files that an author should know. */
export interface SkillFinding {
  readonly severity: 'error' | 'warning';
  /** Relative to the root that was scanned. */
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

/** Who asks and where; decides what exists. */
export interface SkillViewer {
  readonly person?: string;
  /** Where others can read along; absent means that the asker alone reads the answer. */
  readonly place?: string;
  readonly roles?: readonly string[];
  /** Hides what is user-only from the model and what is model-only from people; absent hides neither. */
  readonly by?: 'model' | 'person';
}

export interface SkillCatalog {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Takes over changed, added and removed folders; called between turns, cheap when nothing changed. */
  refresh(): Promise<void>;
  /** Visible skills, sorted by name. What is filtered does not exist, also in error texts. */
  list(viewer: SkillViewer): readonly Skill[];
  get(name: string, viewer: SkillViewer): Skill | undefined;
  /** Text of a file of the skill. Throws `tool_input` for anything outside the folder, too large or not text, without naming a host path. */
  readFile(skill: Skill, path: string): Promise<string>;
  /** Over the whole set; changes whenever any skill does. */
  readonly digest: string;
  readonly findings: readonly SkillFinding[];
}

export interface ScriptRunner {
  /** Runs the canaries once; where one succeeds or the sandbox is missing, scripts are not offered. */
  check(): Promise<{ readonly ok: boolean; readonly detail: string; readonly fix?: string }>;
  /** Throws `tool_input` for a script that is none, an input that does not fit, or an interpreter that is missing. */
  run(request: {
    readonly skill: Skill;
    readonly script: string;
    readonly input: unknown;
    readonly signal: AbortSignal;
  }): Promise<ScriptOutcome>;
  stop(): Promise<void>;
}

export interface ScriptOutcome {
  readonly exitCode: number | null;
  /** Trimmed, at most 64 KiB. */
  readonly stdout: string;
  /** Up to 2 KiB, only where the script failed. */
  readonly stderr?: string;
  readonly truncated: boolean;
  /** Set when it was ended from outside. */
  readonly ended?: 'timeout' | 'output' | 'memory' | 'cancelled';
}
