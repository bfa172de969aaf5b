// A server of the stateless revision as a program.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { buildModernServer } from '../../support/mcp/modern-server.ts';

serveStdio(() => buildModernServer({ closed: [], notes: new Map([['a', 'first']]) }));
