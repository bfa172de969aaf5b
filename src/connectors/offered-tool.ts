import { cleanText } from '../clean-text.ts';
import { messageOf } from '../errors.ts';
import { printable } from '../printable.ts';
import type { ConnectorPin } from '../records/records.ts';
import type { ToolSpec } from '../tools/tool.ts';
import { toolOfPin } from './definition-pins.ts';
import { foldSchema } from './fold-schema.ts';
import { compileSchema } from './json-schema.ts';
import type { RemoteTool } from './mcp-connection.ts';

/** A tool as approved, in the form that models are given. */
export interface ReadyTool {
  readonly definition: RemoteTool;
  readonly pin: string;
  readonly spec: Omit<ToolSpec, 'name'>;
  /** Why it can't be offered: the API would refuse every request with it. */
  readonly broken?: string;
}

/** Reads an approved definition; the same bytes come of the same definition. */
export async function readyTool(pin: ConnectorPin): Promise<ReadyTool> {
  const definition = toolOfPin(pin);
  const { schema, note, broken } = foldSchema(definition.inputSchema);
  const title = definition.title === undefined ? '' : `${cleanText(definition.title)}. `;
  const said = cleanText(definition.description).trim();
  const description = `${title}${said}${note === '' ? '' : ` ${cleanText(note)}`}`.trim();
  const why = broken ?? (await whyInvalid(schema));
  return {
    definition,
    pin: pin.hash,
    spec: { description: description === '' ? `The tool ${definition.name}.` : description, inputSchema: schema },
    ...(why === undefined ? {} : { broken: why }),
  };
}

async function whyInvalid(schema: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  try {
    await compileSchema(schema);
    return undefined;
  } catch (error) {
    return `its input schema is not valid: ${printable(messageOf(error)).slice(0, 200)}`;
  }
}
