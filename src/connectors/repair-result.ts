type Fields = Record<string, unknown>;

/**
 * Brings what a server returned into a shape that the SDK accepts, so that one odd entry doesn't lose all the others.
 * The result of a tool call goes through it untouched, as `structuredContent`: `read-result.ts` reads it.
 */
export function repairResult<Result extends Fields>(method: string, result: Result): Fields {
  switch (method) {
    case 'tools/call':
      return result.resultType === 'input_required' ? result : wrapped(result);
    case 'tools/list':
      return { ...result, tools: list(result.tools).flatMap(tool) };
    case 'resources/list':
      return { ...result, resources: list(result.resources).flatMap(resource) };
    case 'prompts/list':
      return { ...result, prompts: list(result.prompts).flatMap(prompt) };
    default:
      return result;
  }
}

function wrapped(result: Fields): Fields {
  return {
    ...(result.resultType === undefined ? {} : { resultType: result.resultType }),
    content: [],
    structuredContent: result,
  };
}

function tool(entry: unknown): Fields[] {
  if (!isFields(entry) || typeof entry.name !== 'string' || entry.name === '') return [];
  const { name, title, description, inputSchema, outputSchema } = entry;
  return [
    {
      name,
      ...texts({ title, description }),
      inputSchema: objectSchema(inputSchema),
      ...(isFields(outputSchema) ? { outputSchema } : {}),
      ...(isFields(entry.annotations) ? { annotations: hints(entry.annotations) } : {}),
    },
  ];
}

/** Arguments are always an object, whether the schema says so or not. */
function objectSchema(schema: unknown): Fields {
  return isFields(schema) ? { ...schema, type: 'object' } : { type: 'object' };
}

function hints(annotations: Fields): Fields {
  return Object.fromEntries(
    Object.entries(annotations).filter(([key, value]) => key.endsWith('Hint') && typeof value === 'boolean'),
  );
}

function resource(entry: unknown): Fields[] {
  if (!isFields(entry) || typeof entry.uri !== 'string') return [];
  const { uri, name, title, description, mimeType, size } = entry;
  return [
    {
      uri,
      name: typeof name === 'string' ? name : uri,
      ...texts({ title, description, mimeType }),
      ...(typeof size === 'number' && Number.isSafeInteger(size) ? { size } : {}),
    },
  ];
}

function prompt(entry: unknown): Fields[] {
  if (!isFields(entry) || typeof entry.name !== 'string') return [];
  const { name, title, description } = entry;
  return [{ name, ...texts({ title, description }), arguments: list(entry.arguments).flatMap(argument) }];
}

function argument(entry: unknown): Fields[] {
  if (!isFields(entry) || typeof entry.name !== 'string') return [];
  const { name, title, description } = entry;
  return [{ name, ...texts({ title, description }), ...(entry.required === true ? { required: true } : {}) }];
}

function texts(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'));
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
