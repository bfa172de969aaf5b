import { isObject } from '../fake-claude/wire.ts';
import { bad, namePattern, type Refusal } from './refusal.ts';
import { validateHistory } from './validate-history.ts';

const known = [
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'reasoning_effort',
  'response_format',
  'temperature',
  'top_p',
  'stop',
  'n',
  'seed',
  'user',
  'metadata',
  'store',
];

/** The refusal of a request, or undefined for one that OpenAI accepts. */
export function validate(
  body: unknown,
  options: { readonly models: readonly string[]; readonly limitName: string },
): Refusal | undefined {
  if (!isObject(body)) return bad('We could not parse the JSON body of your request.');
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined) return bad(`Unrecognized request argument supplied: ${unknown}`);
  if (typeof body.model !== 'string') return bad('you must provide a model parameter');
  if (!options.models.includes(body.model))
    return {
      status: 404,
      code: 'model_not_found',
      message: `The model \`${body.model}\` does not exist or you do not have access to it.`,
    };
  return validateSettings(body, options.limitName) ?? validateTools(body) ?? validateHistory(body.messages);
}

function validateSettings(body: Record<string, unknown>, limitName: string): Refusal | undefined {
  for (const name of ['max_tokens', 'max_completion_tokens']) {
    const value = body[name];
    if (value === undefined) continue;
    if (name !== limitName)
      return bad(`Unsupported parameter: '${name}' is not supported with this model.`, 'unsupported_parameter');
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) return bad(`Invalid value for '${name}'.`);
  }
  if (body.stream_options !== undefined && body.stream !== true)
    return bad("The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
  if (body.reasoning_effort !== undefined && !efforts.includes(String(body.reasoning_effort)))
    return bad("Invalid value for 'reasoning_effort'.");
  return body.response_format === undefined ? undefined : validateFormat(body.response_format);
}

function validateFormat(format: unknown): Refusal | undefined {
  if (!isObject(format) || format.type !== 'json_schema') return bad("Invalid value for 'response_format.type'.");
  const { json_schema: given } = format;
  if (!isObject(given) || !namePattern.test(String(given.name)))
    return bad("Invalid value for 'response_format.json_schema.name'.");
  return given.strict === true ? validateStrict(given.schema) : undefined;
}

/** In strict mode every object is closed and has no optional fields. */
function validateStrict(schema: unknown): Refusal | undefined {
  if (Array.isArray(schema)) return schema.map(validateStrict).find((problem) => problem !== undefined);
  if (!isObject(schema)) return undefined;
  if (schema.type === 'object') {
    const names = Object.keys(isObject(schema.properties) ? schema.properties : {});
    const required = Array.isArray(schema.required) ? schema.required : [];
    if (schema.additionalProperties !== false)
      return bad(
        "Invalid schema for response_format 'reply': 'additionalProperties' is required to be supplied and to be false.",
      );
    if (names.some((name) => !required.includes(name)))
      return bad(
        "Invalid schema for response_format 'reply': 'required' is required to include every key in properties.",
      );
  }
  return validateStrict(Object.values(schema));
}

function validateTools(body: Record<string, unknown>): Refusal | undefined {
  const { tools, tool_choice: choice } = body;
  if (tools === undefined)
    return choice === undefined ? undefined : bad("'tool_choice' is only allowed when 'tools' are specified.");
  if (!Array.isArray(tools) || tools.length === 0) return bad("Invalid 'tools': empty array.");
  const names = new Set<string>();
  for (const [i, tool] of tools.entries()) {
    if (!isObject(tool) || tool.type !== 'function' || !isObject(tool.function)) return bad(`Invalid 'tools[${i}]'.`);
    const { name, parameters } = tool.function;
    const extra = Object.keys(tool.function).find(
      (key) => !['name', 'description', 'parameters', 'strict'].includes(key),
    );
    if (extra !== undefined) return bad(`Unknown parameter: 'tools[${i}].function.${extra}'.`);
    if (typeof name !== 'string' || !namePattern.test(name))
      return bad(`Invalid 'tools[${i}].function.name': string does not match pattern.`);
    if (names.has(name)) return bad(`Invalid 'tools': duplicate function name '${name}'.`);
    names.add(name);
    if (parameters !== undefined && (!isObject(parameters) || parameters.type !== 'object'))
      return bad(`Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"'.`);
  }
  return validateChoice(choice, names);
}

function validateChoice(choice: unknown, names: ReadonlySet<string>): Refusal | undefined {
  if (choice === undefined || ['none', 'auto', 'required'].includes(String(choice))) return undefined;
  const name = isObject(choice) && choice.type === 'function' && isObject(choice.function) ? choice.function.name : '';
  return names.has(String(name)) ? undefined : bad(`Tool choice '${String(name)}' not found in 'tools' parameter.`);
}
