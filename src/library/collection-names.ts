import { createHash } from 'node:crypto';

/** Begins the names of all collections, whichever installation made them. */
export const bylawPrefix = 'bylaw_';

/** `bylaw_<installation>_<space>_<hash of the audience set>`, of which no part holds an underscore: at most 72 characters. */
export interface CollectionNames {
  /** Begins the names of this installation's collections. */
  ownPrefix(): Promise<string>;
  /** Begins the names of those that are of this space. */
  spacePrefix(): Promise<string>;
  of(audienceKey: string): Promise<string>;
}

export function createCollectionNames(deps: {
  readonly installation: () => Promise<string>;
  readonly space: string;
}): CollectionNames {
  const ownPrefix = async () => `${bylawPrefix}${await deps.installation()}_`;
  const spacePrefix = async () => `${await ownPrefix()}${deps.space}_`;
  return {
    ownPrefix,
    spacePrefix,
    of: async (audienceKey) => {
      const hash = createHash('sha256').update(audienceKey).digest('hex').slice(0, 12);
      return `${await spacePrefix()}${hash}`;
    },
  };
}

export function spaceOf(name: string): string | undefined {
  return name.split('_')[2];
}
