import { typedTools } from './server-tools.ts';
import { isObject } from './wire.ts';

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
const fields = [
  'name',
  'type',
  'description',
  'input_schema',
  'strict',
  'cache_control',
  'defer_loading',
  'eager_input_streaming',
  'input_examples',
  'allowed_callers',
];

export function validateTools(tools: unknown, choice: unknown): string | undefined {
  if (tools === undefined)
    return choice === undefined ? undefined : 'tool_choice: may only be specified while providing tools';
  if (!Array.isArray(tools)) return 'tools: Input should be a valid array';
  const names = new Set<string>();
  for (const [i, tool] of tools.entries()) {
    const problem = validateTool(tool, `tools.${i}.custom`);
    if (problem) return problem;
    if (names.has(tool.name)) return 'tools: Tool names must be unique.';
    names.add(tool.name);
  }
  return validateChoice(choice, names);
}

function validateTool(tool: unknown, at: string): string | undefined {
  if (!isObject(tool)) return `${at}: Input should be a valid dictionary`;
  if (tool.type !== undefined && tool.type !== 'custom') return validateTyped(tool, at.replace('.custom', ''));
  const extra = Object.keys(tool).find((key) => !fields.includes(key));
  if (extra) return `${at}.${extra}: Extra inputs are not permitted`;
  if (typeof tool.name !== 'string') return `${at}.name: Field required`;
  if (!namePattern.test(tool.name)) return `${at}.name: String should match pattern '${namePattern.source}'`;
  const schema = tool.input_schema;
  if (!isObject(schema)) return `${at}.input_schema: Field required`;
  if (schema.type === undefined) return `${at}.input_schema.type: Field required`;
  if (schema.type !== 'object') return `${at}.input_schema.type: Input should be 'object'`;
  if (schema.oneOf || schema.allOf || schema.anyOf)
    return `${at}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`;
  return undefined;
}

function validateTyped(tool: Record<string, unknown>, at: string): string | undefined {
  const known = typedTools[String(tool.type)];
  if (known === undefined) return `${at}: Input tag '${String(tool.type)}' does not match any of the expected tags`;
  if (tool.name !== known.name) return `${at}.name: Input should be '${known.name}'`;
  const extra = Object.keys(tool).find((key) => !['type', 'name', 'cache_control', ...known.fields].includes(key));
  return extra === undefined ? undefined : `${at}.${extra}: Extra inputs are not permitted`;
}

function validateChoice(choice: unknown, names: ReadonlySet<string>): string | undefined {
  if (choice === undefined) return undefined;
  if (!isObject(choice) || !['auto', 'any', 'tool', 'none'].includes(String(choice.type)))
    return "tool_choice.type: Input should be 'auto', 'any', 'tool' or 'none'";
  if (choice.type === 'tool' && !names.has(String(choice.name)))
    return `tool_choice.name: Tool '${String(choice.name)}' not found in provided tools`;
  return undefined;
}
