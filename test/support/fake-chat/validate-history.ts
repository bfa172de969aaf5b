import { isObject } from '../fake-claude/wire.ts';
import { bad, namePattern, type Refusal } from './refusal.ts';

const fields: Readonly<Record<string, readonly string[]>> = {
  system: ['content', 'name'],
  developer: ['content', 'name'],
  user: ['content', 'name'],
  assistant: ['content', 'name', 'refusal', 'tool_calls'],
  tool: ['content', 'tool_call_id'],
};

/** Messages one by one, and whether every call is answered right behind it, and nothing else is. */
export function validateHistory(messages: unknown): Refusal | undefined {
  if (!Array.isArray(messages) || messages.length === 0) return bad("Invalid 'messages': empty array.");
  let open: string[] = [];
  const seen = new Set<string>();
  for (const [i, message] of messages.entries()) {
    const at = `messages[${i}]`;
    if (!isObject(message)) return bad(`Invalid type for '${at}': expected an object.`);
    const problem = validateMessage(message, at);
    if (problem) return problem;
    if (message.role === 'tool') {
      const id = String(message.tool_call_id);
      if (!open.includes(id))
        return bad(
          "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
        );
      open = open.filter((each) => each !== id);
      continue;
    }
    if (open.length > 0) return unanswered(open);
    if (message.role !== 'assistant' || message.tool_calls === undefined) continue;
    open = idsOf(message.tool_calls);
    const repeated = open.find((id, n) => seen.has(id) || open.indexOf(id) !== n);
    if (repeated !== undefined) return bad(`Duplicate value for 'tool_call_id' of '${repeated}'.`);
    for (const id of open) seen.add(id);
  }
  return open.length > 0 ? unanswered(open) : undefined;
}

function unanswered(ids: readonly string[]): Refusal {
  return bad(
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`,
  );
}

function validateMessage(message: Record<string, unknown>, at: string): Refusal | undefined {
  const allowed = fields[String(message.role)];
  if (allowed === undefined) return bad(`Invalid value for '${at}.role'.`);
  const extra = Object.keys(message).find((key) => key !== 'role' && !allowed.includes(key));
  if (extra !== undefined) return bad(`Unknown parameter: '${at}.${extra}'.`);
  if (message.role === 'assistant' && message.tool_calls !== undefined) {
    const problem = validateCalls(message.tool_calls, at);
    if (problem) return problem;
    if (message.content === null || message.content === undefined) return undefined;
  }
  return typeof message.content === 'string' && message.content !== ''
    ? undefined
    : bad(`Invalid value for '${at}.content': expected a string, got ${message.content === '' ? 'none' : 'null'}.`);
}

function validateCalls(calls: unknown, at: string): Refusal | undefined {
  if (!Array.isArray(calls) || calls.length === 0) return bad(`Invalid '${at}.tool_calls': empty array.`);
  for (const [k, call] of calls.entries()) {
    const where = `${at}.tool_calls[${k}]`;
    if (!isObject(call) || call.type !== 'function' || !isObject(call.function)) return bad(`Invalid '${where}'.`);
    if (typeof call.id !== 'string' || call.id === '') return bad(`Missing required parameter: '${where}.id'.`);
    if (!namePattern.test(String(call.function.name)))
      return bad(`Invalid '${where}.function.name': string does not match pattern.`);
    if (typeof call.function.arguments !== 'string')
      return bad(`Invalid type for '${where}.function.arguments': expected a string.`);
  }
  return undefined;
}

function idsOf(calls: unknown): string[] {
  return Array.isArray(calls) ? calls.map((call) => (isObject(call) ? String(call.id) : '')) : [];
}
