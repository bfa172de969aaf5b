import { extname } from 'node:path';
import type { GitRemote } from './remote.ts';

/**
 * The address at which a known host shows a file, with `{path}`, `{revision}` and `{line}`; undefined for other hosts.
 * `revision` is a commit or a branch.
 */
export function hostedUrl({ host, path }: GitRemote, file: string, revision: string): string | undefined {
  if (host === undefined) return undefined;
  // The port of SSH is not that of the pages.
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const base = `https://${name}/${path.split('/').map(encodeURIComponent).join('/')}`;
  // Hosts show these as pages, in which lines have no number.
  const isRendered = /^\.(?:md|markdown|adoc|asciidoc|rst)$/.test(extname(file).toLowerCase());
  if (name === 'github.com' || name.startsWith('github.')) {
    return `${base}/blob/{revision}/{path}${isRendered ? '?plain=1' : ''}#L{line}`;
  }
  if (name === 'gitlab.com' || name.includes('gitlab')) {
    return `${base}/-/blob/{revision}/{path}${isRendered ? '?plain=1' : ''}#L{line}`;
  }
  if (name === 'bitbucket.org') return `${base}/src/{revision}/{path}#lines-{line}`;
  if (name === 'codeberg.org' || /gitea|forgejo/.test(name)) {
    const kind = /^[0-9a-f]{40,64}$/.test(revision) ? 'commit' : 'branch';
    return `${base}/src/${kind}/{revision}/{path}${isRendered ? '?display=source' : ''}#L{line}`;
  }
  return undefined;
}
