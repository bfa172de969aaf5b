import { z } from 'zod';
import { expectation, unknownKey } from './config-issues.ts';
import { addressFault } from './ingest/sources/git/remote.ts';

const words = z.array(z.string().trim().min(1).max(200)).min(1).max(50);

/** What holds for all documents below a path of a source; all that fit count, in their order. */
const folderRules = z
  .array(
    z.strictObject({
      path: z.string().min(1).max(500).describe('a glob relative to the source, such as hr/**'),
      /** Can only narrow what a document says of itself. */
      audience: words.optional(),
      appliesTo: z
        .strictObject({ country: words.optional(), entity: words.optional(), employment: words.optional() })
        .optional(),
      owner: z.string().trim().min(1).max(200).optional(),
    }),
  )
  .max(200);

const globs = z.array(z.string().min(1)).optional();
const webAddress = z.url({ protocol: /^https?$/ });

const shared = {
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be up to 40 of a-z, 0-9 and hyphen')
    .optional(),
  include: globs,
  exclude: globs,
  rules: folderRules.optional(),
};

const folderSource = z.strictObject({
  folder: z.string().min(1).describe('a folder, relative to this file'),
  ...shared,
  url: webAddress.optional(),
});

const gitSource = z.strictObject({
  git: z.string().superRefine((address, context) => {
    const fault = addressFault(address);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  }),
  branch: z
    .string()
    .regex(/^(?![-/.])[^\s~^:?*[\\]{1,200}$/, 'must be the name of a branch')
    .optional(),
  /** Inside the repository. */
  folder: z.string().min(1).optional(),
  depth: z.number().int().min(1).max(1_000_000).optional(),
  ...shared,
  url: webAddress.optional(),
});

const webSource = z.strictObject({
  web: z
    .strictObject({
      sitemap: webAddress.optional(),
      pages: z.array(webAddress).min(1).max(10_000).optional(),
      contact: z
        .string({ error: 'must be a mail address or page at which those who run the site can reach you' })
        .regex(/^[\x20-\x7e]{3,200}$/, 'must be a mail address or page at which those who run the site can reach you'),
      hosts: z.array(z.string().regex(/^[a-z0-9.-]+(?::\d+)?$/, 'must be a host such as wiki.example.com')).optional(),
      requestsPerSecond: z.number().min(0.01).max(20).default(1),
      maxPages: z.number().int().min(1).max(100_000).default(5_000),
      maxPageMb: z.number().min(0.01).max(1024).default(10),
      allowPrivate: z.boolean().default(false),
    })
    .refine(({ sitemap, pages }) => sitemap !== undefined || pages !== undefined, 'needs a sitemap, or pages'),
  ...shared,
});

export type FolderSettings = z.infer<typeof folderSource>;
export type GitSettings = z.infer<typeof gitSource>;
export type WebSettings = z.infer<typeof webSource>;
export type SourceSettings = FolderSettings | GitSettings | WebSettings;

/** Each entry is of the kind whose key it has; its mistakes are told as of that kind alone. */
const source = z.unknown().transform((written, context): SourceSettings => {
  const kind = kindOf(written);
  if (kind === undefined) {
    context.addIssue({ code: 'custom', message: 'must name one place: folder, git or web' });
    return z.NEVER;
  }
  const read = kind.safeParse(written);
  if (read.success) return read.data;
  for (const issue of read.error.issues) {
    if (issue.code !== 'unrecognized_keys') {
      context.addIssue({ code: 'custom', path: [...issue.path], message: expectation(issue) });
    } else for (const key of issue.keys) context.addIssue(unknownKey(kind, issue.path, key));
  }
  return z.NEVER;
});

export const sourcesSchema = z
  .array(source)
  .min(1)
  .default([{ folder: 'policies' }]);

function kindOf(written: unknown): typeof folderSource | typeof gitSource | typeof webSource | undefined {
  if (typeof written !== 'object' || written === null) return undefined;
  if ('git' in written) return 'web' in written ? undefined : gitSource;
  if ('web' in written) return 'folder' in written ? undefined : webSource;
  return 'folder' in written ? folderSource : undefined;
}
