import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface AuthorizationServer {
  readonly issuer: string;
  /** Requests to the token endpoint so far, as their parameters. */
  readonly tokenRequests: readonly URLSearchParams[];
  readonly revoked: readonly string[];
  /** Whether this access token is good, and whose it is. */
  subjectOf(token: string | undefined): string | undefined;
  /** Makes all access tokens void, as time would. */
  expireAccess(): void;
  /** Makes all refresh tokens void. */
  expireRefresh(): void;
  /** Opens a sign-in page as this person, and agrees; returns where the page leads back to. */
  signInAs(person: string, page: string): Promise<URL>;
}

/** A small OAuth 2.1 server that refuses what a real one refuses: PKCE, redirect addresses, one use of each code and token. */
export async function startAuthorizationServer(
  t: { after: TestContext['after'] },
  options: { readonly clients?: Readonly<Record<string, string>> } = {},
): Promise<AuthorizationServer> {
  const clients = new Map<string, { readonly secret?: string; readonly redirects: readonly string[] }>(
    Object.entries(options.clients ?? {}).map(([id, secret]) => [id, { secret, redirects: [] }]),
  );
  const codes = new Map<string, { client: string; challenge: string; redirect: string; person: string }>();
  const access = new Map<string, string>();
  const refresh = new Map<string, { client: string; person: string }>();
  const tokenRequests: URLSearchParams[] = [];
  const revoked: string[] = [];
  let issuer = '';

  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const url = new URL(incoming.url ?? '/', issuer);
    if (url.pathname.startsWith('/.well-known/')) return json(response, 200, metadata(issuer));
    // Whose tokens a server takes; it says that this is where to ask.
    if (url.pathname === '/resource')
      return json(response, 200, { resource: url.searchParams.get('of'), authorization_servers: [issuer] });
    if (url.pathname === '/register') return json(response, 201, register(JSON.parse(body)));
    if (url.pathname === '/authorize') return authorize(url, response);
    if (url.pathname === '/token') return token(new URLSearchParams(body), incoming, response);
    if (url.pathname === '/revoke') {
      const given = new URLSearchParams(body).get('token') ?? '';
      revoked.push(given);
      access.delete(given);
      refresh.delete(given);
      return json(response, 200, {});
    }
    return json(response, 404, {});
  });

  function register(wanted: { readonly redirect_uris?: readonly string[] }) {
    const id = randomUUID();
    clients.set(id, { redirects: wanted.redirect_uris ?? [] });
    return { ...wanted, client_id: id };
  }

  function authorize({ searchParams: asked }: URL, response: ServerResponse): ServerResponse {
    const client = asked.get('client_id') ?? '';
    const redirect = asked.get('redirect_uri') ?? '';
    const known = clients.get(client);
    const isOurs = known?.redirects.includes(redirect) === true || known?.secret !== undefined;
    if (!isOurs || asked.get('code_challenge_method') !== 'S256')
      return json(response, 400, { error: 'invalid_request' });
    const code = randomUUID();
    const person = asked.get('login_as') ?? 'nobody';
    codes.set(code, { client, challenge: asked.get('code_challenge') ?? '', redirect, person });
    const back = new URL(redirect);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    back.searchParams.set('iss', issuer);
    return response.writeHead(302, { location: back.href }).end();
  }

  function token(asked: URLSearchParams, { headers }: IncomingMessage, response: ServerResponse): ServerResponse {
    tokenRequests.push(asked);
    const [id = '', secret] = credentialsOf(asked, headers.authorization);
    const client = clients.get(id);
    if (client === undefined || client.secret !== secret) return json(response, 401, { error: 'invalid_client' });
    switch (asked.get('grant_type')) {
      case 'client_credentials':
        return client.secret === undefined
          ? json(response, 400, { error: 'unauthorized_client' })
          : json(response, 200, { access_token: issue('bot'), token_type: 'Bearer', expires_in: 3600 });
      case 'authorization_code': {
        const code = codes.get(asked.get('code') ?? '');
        codes.delete(asked.get('code') ?? '');
        const proof = createHash('sha256')
          .update(asked.get('code_verifier') ?? '')
          .digest('base64url');
        const isGood = code?.client === id && code.challenge === proof && code.redirect === asked.get('redirect_uri');
        return isGood ? json(response, 200, both(id, code.person)) : json(response, 400, { error: 'invalid_grant' });
      }
      case 'refresh_token': {
        const given = asked.get('refresh_token') ?? '';
        const known = refresh.get(given);
        refresh.delete(given);
        return known?.client === id
          ? json(response, 200, both(id, known.person))
          : json(response, 400, { error: 'invalid_grant' });
      }
      default:
        return json(response, 400, { error: 'unsupported_grant_type' });
    }
  }

  function issue(person: string): string {
    const given = randomUUID();
    access.set(given, person);
    return given;
  }

  function both(client: string, person: string) {
    const again = randomUUID();
    refresh.set(again, { client, person });
    return { access_token: issue(person), token_type: 'Bearer', expires_in: 3600, refresh_token: again };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  issuer = `http://127.0.0.1:${address.port}`;
  t.after(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    issuer,
    tokenRequests,
    revoked,
    subjectOf: (given) => (given === undefined ? undefined : access.get(given)),
    expireAccess: () => access.clear(),
    expireRefresh: () => refresh.clear(),
    signInAs: async (person, page) => {
      const response = await fetch(`${page}&login_as=${person}`, { redirect: 'manual' });
      const location = response.headers.get('location');
      if (location === null) throw new Error(`the page answered ${response.status}`);
      return new URL(location);
    },
  };
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

function credentialsOf(asked: URLSearchParams, authorization: string | undefined): (string | undefined)[] {
  if (authorization?.startsWith('Basic ') === true)
    return Buffer.from(authorization.slice(6), 'base64').toString().split(':').map(decodeURIComponent);
  return [asked.get('client_id') ?? '', asked.get('client_secret') ?? undefined];
}

function json(response: ServerResponse, status: number, value: unknown): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
