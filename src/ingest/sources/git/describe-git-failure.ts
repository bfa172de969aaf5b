import { messageOf } from '../../../errors.ts';

/** Whether the clone itself is damaged, so that making it anew helps. */
export function isDamage(error: unknown): boolean {
  return /not a git repository|bad object|bad config|is corrupt|inflate:|unable to read tree|missing (?:blob|tree|commit)|invalid sha1 pointer|not a valid object|could not be read|cannot be loaded|unable to find [0-9a-f]{40}|pack.*(?:bad|not match|far too short)/i.test(
    messageOf(error),
  );
}

/** What went wrong, and what to do, from what git said; never a secret, since git is told none that it could repeat. */
export function describeGitFailure(error: unknown, place: { readonly folder: string }): string {
  const said = messageOf(error);
  const found = failures.find(([pattern]) => pattern.test(said));
  if (found !== undefined) return found[1].replace('FOLDER', place.folder);
  const line = said.split('\n').find((each) => /^(?:fatal|error):/.test(each)) ?? said.split('\n')[0] ?? '';
  return `git failed: ${line.replace(/^(?:fatal|error): */, '').slice(0, 200)}`;
}

const failures: readonly (readonly [RegExp, string])[] = [
  [/No space left on device|Disk quota exceeded|ENOSPC/i, 'the disk is full: free space for FOLDER'],
  [/spawn git ENOENT|spawn .*ENOENT/, 'git is not installed: install it, then read again'],
  [/Host key verification failed/, 'its SSH host key is not known: connect once by hand as the user that runs Bylaw'],
  [
    /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Permission denied \(|error: 40[13]|HTTP Basic: Access denied/i,
    'it refuses the sign-in: check the variables in its address (set in .env), or the SSH key',
  ],
  [
    /repository .*not found|not found$|does not appear to be a git repository|does not exist|error: 404/im,
    'it is not there, or these credentials may not see it: check the address',
  ],
  [
    /redirect|error: 30\d/i,
    'it has moved: write its new address (a sign-in is never sent on to where a server points)',
  ],
  [/transport '.*' not allowed/, 'it points to a kind of address that is not followed'],
  [
    /Could not resolve host|Failed to connect|Couldn't connect|Connection (?:refused|timed out|reset)|unable to access|block timeout|unexpectedly|early EOF|hung up|Operation too slow|Could not read from remote/i,
    'it can’t be reached: check the address and the network',
  ],
  [
    /Permission denied|Read-only file system|EACCES|EROFS/i,
    'FOLDER may not be written: let the user that runs Bylaw do so',
  ],
];
