import type { TestContext } from 'node:test';
import type { AuthorizationServer } from './authorization-server.ts';
import { type HttpServerForTests, startHttpServer, usualAnswer } from './http-server.ts';

/** A server that wants tokens of this authorization server; its tool `whoami` tells whose the token is. */
export function startGuardedServer(
  t: { after: TestContext['after'] },
  authorization: AuthorizationServer,
): Promise<HttpServerForTests> {
  return startHttpServer(t, (call) => {
    const token = /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1];
    const person = authorization.subjectOf(token);
    if (person === undefined) {
      const own = `http://${call.headers.host}/mcp`;
      const metadata = `${authorization.issuer}/resource?of=${encodeURIComponent(own)}`;
      call.response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
      return;
    }
    if (usualAnswer(call, { tools: ['whoami'] })) return;
    call.reply({ content: [{ type: 'text', text: person }] });
  });
}
