import { isAbsolute } from 'node:path';
import { BylawError } from '../../../errors.ts';

/** A repository to read, without the secrets of its address. */
export interface GitRemote {
  /** Address or absolute path; holds no password. */
  readonly url: string;
  readonly protocol: 'https' | 'http' | 'ssh' | 'file';
  /** Absent for a local path. */
  readonly host?: string;
  /** `owner/name`, without `.git`; of a local path the path. */
  readonly path: string;
  /** Value of the header that signs in; from the environment only. */
  readonly authorization?: string;
}

/** What is wrong with an address as it is written, or undefined. Says nothing of what it holds. */
export function addressFault(written: string): string | undefined {
  if (isAbsolute(written)) return undefined;
  if (/^https?:\/\//.test(written)) {
    const [, userinfo] = withUserinfo.exec(written) ?? [];
    if (userinfo !== undefined && !isFromOutside(userinfo))
      return `must not hold a password or token itself: write \${NAME} there and set NAME in .env`;
    return undefined;
  }
  if (/^ssh:\/\/[^-/]/.test(written)) {
    if (/^ssh:\/\/[^@/]*:[^@/]*@/.test(written)) return 'must not hold a password: SSH signs in with a key';
    return undefined;
  }
  if (scpLike.test(written)) return undefined;
  return 'must be an https, http or ssh address, user@host:path, or an absolute path';
}

/** Fills in what comes from the environment. Throws `config_invalid` that names variables, never their values. */
export function readRemote(written: string, expand: (text: string) => string): GitRemote {
  const fault = addressFault(written);
  if (fault !== undefined) throw new BylawError('config_invalid', fault);
  if (isAbsolute(written)) return { url: written, protocol: 'file', path: written.replace(/(?:\/?\.git)?\/*$/, '') };
  const [, userinfo] = /^https?:/.test(written) ? (withUserinfo.exec(written) ?? []) : [];
  const url = expand(userinfo === undefined ? written : written.replace(`${userinfo}@`, ''));
  if (/[\s\p{Cc}]/u.test(url)) throw new BylawError('config_invalid', 'must not hold spaces');
  const scp = scpLike.exec(url);
  if (scp !== null && !url.includes('://')) {
    return { url, protocol: 'ssh', host: scp[1] ?? '', path: withoutGit(scp[2] ?? '') };
  }
  if (!URL.canParse(url)) throw new BylawError('config_invalid', 'is not an address');
  const { protocol, host, pathname, password, username } = new URL(url);
  const kind = protocol === 'https:' ? 'https' : protocol === 'http:' ? 'http' : 'ssh';
  if (kind !== 'ssh' && (password !== '' || username !== ''))
    throw new BylawError('config_invalid', 'must have its user and password in front of the host only');
  return {
    ...{ url, protocol: kind, host, path: withoutGit(pathname) },
    ...(userinfo !== undefined && userinfo !== '' && { authorization: basic(userinfo, expand) }),
  };
}

const withUserinfo = /^https?:\/\/([^/]*)@/;
const scpLike = /^(?:[A-Za-z0-9._][A-Za-z0-9._-]*@)?([A-Za-z0-9][A-Za-z0-9.-]*):(?!:|\/\/)([^:].*)$/;

/** A plain user name such as `x-access-token` is no secret where a password follows it; alone it may be a token. */
function isFromOutside(userinfo: string): boolean {
  const variable = String.raw`\$\{[^}]+\}`;
  return new RegExp(`^(?:${variable}|(?:[\\w.-]+|${variable}):${variable})?$`).test(userinfo);
}

function basic(userinfo: string, expand: (text: string) => string): string {
  // Not the colon of `${NAME:-default}`.
  const at = userinfo.search(/:(?![^{]*\})/);
  const [user, password] = at < 0 ? [userinfo, ''] : [userinfo.slice(0, at), userinfo.slice(at + 1)];
  return `Basic ${Buffer.from(`${expand(user)}:${expand(password)}`).toString('base64')}`;
}

function withoutGit(path: string): string {
  return path.replace(/^\/+/, '').replace(/(?:\.git)?\/*$/, '');
}
