import { BylawError, messageOf } from '../errors.ts';
import { printable } from '../printable.ts';
import type { ConnectorSettings } from './connector.ts';
import { ConnectError } from './connector-errors.ts';
import { isUnauthorized, statusOf } from './describe-call-failure.ts';
import { fields } from './read-result.ts';

/** Why a connector could not be connected, in words for whoever runs the bot. */
export function describeConnectFailure(
  error: unknown,
  known: {
    readonly settings: ConnectorSettings;
    /** The revisions that this host speaks. */
    readonly ours: readonly string[];
    /** How the program ended, where it did. */
    readonly ended: string | undefined;
    /** What the program printed on standard error. */
    readonly printed: string;
    readonly timedOut: boolean;
  },
): ConnectError {
  const { settings, ours, ended, printed, timedOut } = known;
  const name = `connector "${settings.name}"`;
  const said = tellPrinted(printed, settings);
  const chain = causes(error);
  const fail = (trouble: ConnectError['trouble'], text: string) =>
    new ConnectError(trouble, `${name} ${text}`, { cause: error });

  const theirs = chain.map(theirVersions).find((versions) => versions !== undefined);
  if (theirs !== undefined) {
    const text = `speaks only ${theirs.join(', ')}, and Bylaw speaks ${ours.join(', ')}: update the server, or Bylaw`;
    return new ConnectError('misconfigured', `${name} ${text}`, { cause: error, versions: { ours, theirs } });
  }
  if (settings.transport.kind === 'stdio') {
    const { command } = settings.transport;
    const code = chain.map((cause) => fields(cause).code).find((value) => value === 'ENOENT' || value === 'EACCES');
    if (code === 'ENOENT')
      return fail('misconfigured', `can't be started: there is no program "${command}"; check command and cwd`);
    if (code === 'EACCES')
      return fail('misconfigured', `can't be started: "${command}" is not a program that may be run`);
    if (ended !== undefined) {
      return new ConnectError('down', `${name} did not get ready: ${ended}${said}`, {
        cause: error,
        programEnded: true,
      });
    }
    if (timedOut) return fail('down', `did not answer within ${seconds(settings)}${said}`);
    return fail('down', `did not get ready: ${printable(messageOf(error)).slice(0, 300)}${said}`);
  }
  // Signing in went wrong on our side, which knows best.
  const told = chain.find((cause) => cause instanceof BylawError);
  if (told !== undefined) return new ConnectError('needs_auth', told.message, { cause: error });
  const { url, wasSse } = settings.transport;
  const status = chain.map(statusOf).find((value) => value !== undefined);
  const advice =
    wasSse === true
      ? '; Bylaw does not speak the old SSE transport, so give the address of its Streamable HTTP, often ending in /mcp, with type: http'
      : '';
  const isRefused = chain.some(isUnauthorized) || status === 401;
  if (isRefused && settings.auth === 'person') {
    const text =
      'wants each person to sign in: a link comes by direct message when it is needed; ask again once you have';
    return fail('needs_auth', text);
  }
  if (isRefused) return fail('needs_auth', 'wants someone to sign in (HTTP 401): set auth, or a header with a token');
  if (status === 403) return fail('needs_auth', 'denied access (HTTP 403): check the token and its rights');
  if (timedOut) return fail('down', `did not answer within ${seconds(settings)} at ${shown(url)}`);
  if (status !== undefined && status >= 500) return fail('down', `failed (HTTP ${status}) at ${shown(url)}`);
  if (status !== undefined)
    return fail('misconfigured', `has no MCP server at ${shown(url)} (HTTP ${status}): check url${advice}`);
  if (chain.some((cause) => cause instanceof SyntaxError || fields(cause).code === 'CLIENT_HTTP_UNEXPECTED_CONTENT')) {
    return fail('misconfigured', `answers at ${shown(url)} with something else than MCP: check url${advice}`);
  }
  return fail('down', `can't be reached at ${shown(url)}${advice}`);
}

/** Without user, password and query, where secrets may stand. */
export function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function seconds(settings: ConnectorSettings): string {
  return `${settings.limits.connectMs / 1000} s`;
}

function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let here = error; here !== undefined && chain.length < 6; ) {
    chain.push(here);
    here = here instanceof Error ? here.cause : undefined;
  }
  return chain;
}

function theirVersions(error: unknown): readonly string[] | undefined {
  const { supported } = fields(fields(error).data);
  if (Array.isArray(supported) && supported.every((version) => typeof version === 'string')) return supported;
  const answered = /protocol version is not supported: (\S+)/.exec(messageOf(error))?.[1];
  return answered === undefined ? undefined : [printable(answered).slice(0, 40)];
}

const shortestSecret = 6;

/** What a program printed may hold what it was given: values of its environment are taken out. */
function tellPrinted(printed: string, { transport }: ConnectorSettings): string {
  const secrets =
    transport.kind === 'stdio' ? Object.values(transport.env).filter((value) => value.length >= shortestSecret) : [];
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), printable(printed)).trim();
  return clean === '' ? '' : `; it printed: ${clean.slice(-600)}`;
}
