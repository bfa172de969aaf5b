/** A check that a value fits a JSON Schema; says what is wrong, or undefined. */
export type SchemaCheck = (value: unknown) => string | undefined;

/** Never fetches anything. Throws where the schema itself is broken, such as by a reference that leads nowhere. */
export async function compileSchema(schema: Readonly<Record<string, unknown>>): Promise<SchemaCheck> {
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/client/validators/ajv');
  const validate = new AjvJsonSchemaValidator().getValidator({ ...Object(withoutUnknownFormats(schema)) });
  return (value) => {
    const checked = validate(value);
    return checked.valid ? undefined : checked.errorMessage;
  };
}

const formats = new Set([
  ...['date-time', 'date', 'time', 'duration', 'iso-date-time', 'iso-time', 'email', 'hostname', 'ipv4', 'ipv6'],
  ...['uri', 'uri-reference', 'uri-template', 'url', 'uuid', 'regex', 'json-pointer', 'relative-json-pointer'],
  ...['json-pointer-uri-fragment', 'byte', 'int32', 'int64', 'float', 'double', 'password', 'binary'],
]);
/** What stands there is a value, no schema. */
const values = new Set(['const', 'enum', 'default', 'examples']);

/** The validator ignores such a format, and writes what a server named it to standard error. */
function withoutUnknownFormats(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUnknownFormats);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(key === 'format' && typeof value === 'string' && !formats.has(value)),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, values.has(key) ? value : withoutUnknownFormats(value)]));
}
