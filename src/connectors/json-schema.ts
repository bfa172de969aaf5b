/** A check that a value fits a JSON Schema; says what is wrong, or undefined. */
export type SchemaCheck = (value: unknown) => string | undefined;

/** Never fetches anything. Throws where the schema itself is broken, such as by a reference that leads nowhere. */
export async function compileSchema(schema: Readonly<Record<string, unknown>>): Promise<SchemaCheck> {
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/client/validators/ajv');
  const validate = new AjvJsonSchemaValidator().getValidator(schema);
  return (value) => {
    const checked = validate(value);
    return checked.valid ? undefined : checked.errorMessage;
  };
}
