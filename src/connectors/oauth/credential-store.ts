/** Where sign-ins are kept, encrypted; what the records implement. */
export interface CredentialStore {
  get(key: CredentialKey): Promise<string | undefined>;
  latest(key: Omit<CredentialKey, 'issuer'>): Promise<{ readonly issuer: string; readonly sealed: string } | undefined>;
  put(key: CredentialKey, sealed: string, now: number): Promise<void>;
  drop(connector: string, person?: string, kind?: CredentialKey['kind']): Promise<number>;
  people(connector: string): Promise<string[]>;
  connectors(): Promise<string[]>;
  beginSignIn(begun: {
    readonly state: string;
    readonly connector: string;
    readonly person: string;
    readonly sealed: string;
    readonly expiresAt: number;
  }): Promise<void>;
  signIn(
    state: string,
    now: number,
  ): Promise<{ readonly connector: string; readonly person: string; readonly sealed: string } | undefined>;
  endSignIn(state: string, now: number): Promise<boolean>;
}

export interface CredentialKey {
  readonly connector: string;
  readonly issuer: string;
  /** Empty for the bot itself. */
  readonly person: string;
  readonly kind: 'tokens' | 'client';
}
