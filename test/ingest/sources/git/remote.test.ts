import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeGitFailure } from '../../../../src/ingest/sources/git/describe-git-failure.ts';
import { hostedUrl } from '../../../../src/ingest/sources/git/hosted-url.ts';
import { addressFault, readRemote } from '../../../../src/ingest/sources/git/remote.ts';

const expand = (text: string) => text.replace(/\$\{(\w+)(?::-[^}]*)?\}/g, (_, name: string) => `<${name}>@/:`);

test('addresses of git are https, http, ssh or an absolute path, and nothing that runs a program', () => {
  for (const fine of [
    'https://github.com/acme/handbook.git',
    `https://x-access-token:\${TOKEN}@github.com/acme/handbook`,
    `https://\${TOKEN}@git.example.com/handbook`,
    `https://\${USER}:\${TOKEN:-}@git.example.com/handbook`,
    'ssh://git@git.example.com:2222/acme/handbook.git',
    'git@github.com:acme/handbook.git',
    '/srv/git/handbook.git',
  ]) {
    assert.equal(addressFault(fine), undefined, fine);
  }
  for (const refused of [
    'ext::sh -c "touch /tmp/x"',
    'file:///srv/git/handbook.git',
    'fd::17',
    '--upload-pack=touch /tmp/x',
    '-oProxyCommand=touch:x',
    'ssh://-oProxyCommand=touch/x',
    'git://example.com/x',
    '../handbook',
    'handbook',
  ]) {
    assert.match(addressFault(refused) ?? '', /must be an https, http or ssh address/, refused);
  }
});

test('a password stands in the environment, never in the settings', () => {
  for (const written of [
    'https://ann:hunter2@example.com/x.git',
    'https://ghp_0123456789@github.com/x.git',
    `https://glpat-abc:\${EMPTY}x@example.com/x`,
    'ssh://git:hunter2@example.com/x',
  ]) {
    const fault = addressFault(written) ?? '';
    assert.match(fault, /must not hold a password/);
    assert.equal(/hunter2|ghp_|glpat/.test(fault), false);
  }
});

test('a sign-in may hold any characters, and is kept apart from the address', () => {
  const remote = readRemote(`https://ann:\${TOKEN}@example.com/acme/handbook.git`, expand);
  assert.deepEqual(remote, {
    url: 'https://example.com/acme/handbook.git',
    protocol: 'https',
    host: 'example.com',
    path: 'acme/handbook',
    authorization: `Basic ${Buffer.from('ann:<TOKEN>@/:').toString('base64')}`,
  });
});

test('files of known hosts are linked with their line, by commit where one is known', () => {
  const commit = 'a'.repeat(40);
  const link = (address: string, file = 'a.md', revision = commit) =>
    hostedUrl(readRemote(address, expand), file, revision);
  assert.equal(
    link('git@github.com:acme/handbook.git'),
    'https://github.com/acme/handbook/blob/{revision}/{path}?plain=1#L{line}',
  );
  assert.equal(
    link('https://gitlab.example.com/acme/sub/handbook', 'a.txt'),
    'https://gitlab.example.com/acme/sub/handbook/-/blob/{revision}/{path}#L{line}',
  );
  assert.equal(
    link('ssh://git@bitbucket.org/acme/handbook.git'),
    'https://bitbucket.org/acme/handbook/src/{revision}/{path}#lines-{line}',
  );
  assert.equal(
    link('https://gitea.example.com/acme/handbook', 'a.md', 'main'),
    'https://gitea.example.com/acme/handbook/src/branch/{revision}/{path}?display=source#L{line}',
  );
  assert.equal(link('https://git.example.com/handbook'), undefined);
  assert.equal(link('/srv/git/handbook.git'), undefined);
});

test('what git says is told in words that say what to do', () => {
  const told = (said: string) => describeGitFailure(new Error(said), { folder: '/data/git' });
  assert.equal(told('fatal: write error: No space left on device'), 'the disk is full: free space for /data/git');
  assert.match(told('Host key verification failed.\nfatal: Could not read from remote repository.'), /SSH host key/);
  assert.match(told('git@github.com: Permission denied (publickey).'), /refuses the sign-in/);
  assert.match(told("fatal: unable to access 'https://x/': Could not resolve host: x"), /can’t be reached/);
  assert.match(told('remote: Repository not found.\nfatal: repository not found'), /is not there/);
  assert.match(told('spawn git ENOENT'), /git is not installed/);
  assert.equal(told('hint: x\nfatal: something new'), 'git failed: something new');
});
