/**
 * Writes the part of the ONNX format (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto) that a graph of dense
 * layers needs. Weights are referenced, not copied, until the whole model is put together.
 */
export interface OnnxGraphWriter {
  /** Adds a constant and returns its name. */
  constant(type: TensorType, shape: readonly number[], data: Uint8Array | Float32Array): string;
  /** Adds a constant list of int64, which is how ONNX passes shapes, axes and slice bounds. */
  integers(values: readonly number[]): string;
  /** Adds a node with one output and returns the output's name. An empty input name leaves an optional input out. */
  node(operator: string, inputs: readonly string[], options?: NodeOptions): string;
  /** Adds a node with several outputs and returns their names. */
  nodes(operator: string, inputs: readonly string[], outputCount: number, options?: NodeOptions): string[];
  /** The finished model. */
  build(inputs: readonly ValueInfo[], outputs: readonly ValueInfo[]): Uint8Array;
}

export type TensorType = keyof typeof dataTypes;

export interface NodeOptions {
  readonly attributes?: Readonly<Record<string, Attribute>>;
  /** The operator set; absent means ONNX's own. */
  readonly domain?: typeof contribDomain;
  /** Names the output, for a graph output. */
  readonly output?: string;
}

export type Attribute = { readonly int: number } | { readonly float: number } | { readonly ints: readonly number[] };

export interface ValueInfo {
  readonly name: string;
  readonly type: TensorType;
  /** A string names a dimension that is only known when the graph runs. */
  readonly shape: readonly (number | string)[];
}

/** ONNX Runtime's own operators, which only it can run. */
export const contribDomain = 'com.microsoft';

const dataTypes = { float32: 1, uint8: 2, int64: 7 } as const;
const irVersion = 8;
const opsetVersion = 17;
const contribVersion = 1;

export function createOnnxGraphWriter(graphName: string): OnnxGraphWriter {
  const graphNodes: Message[] = [];
  const initializers: Message[] = [];
  let names = 0;

  const constant: OnnxGraphWriter['constant'] = (type, shape, data) => {
    const name = `constant${names++}`;
    const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const tensor = message(
      ...shape.map((size) => varintField(1, size)),
      varintField(2, dataTypes[type]),
      textField(8, name),
      bytesField(9, raw),
    );
    initializers.push(messageField(5, tensor));
    return name;
  };

  const addNode = (operator: string, inputs: readonly string[], outputs: readonly string[], options: NodeOptions) => {
    const node = message(
      ...inputs.map((name) => textField(1, name)),
      ...outputs.map((name) => textField(2, name)),
      textField(4, operator),
      ...Object.entries(options.attributes ?? {}).map(([name, value]) => messageField(5, attribute(name, value))),
      ...(options.domain ? [textField(7, options.domain)] : []),
    );
    graphNodes.push(messageField(1, node));
  };

  return {
    constant,
    integers: (values) => {
      const data = BigInt64Array.from(values, BigInt);
      return constant('int64', [values.length], new Uint8Array(data.buffer));
    },
    node: (operator, inputs, options = {}) => {
      const output = options.output ?? `value${names++}`;
      addNode(operator, inputs, [output], options);
      return output;
    },
    nodes: (operator, inputs, outputCount, options = {}) => {
      const outputs = Array.from({ length: outputCount }, () => `value${names++}`);
      addNode(operator, inputs, outputs, options);
      return outputs;
    },
    build: (inputs, outputs) => {
      const graph = message(
        ...graphNodes,
        textField(2, graphName),
        ...initializers,
        ...inputs.map((info) => messageField(11, valueInfo(info))),
        ...outputs.map((info) => messageField(12, valueInfo(info))),
      );
      const model = message(
        varintField(1, irVersion),
        messageField(7, graph),
        messageField(8, message(textField(1, ''), varintField(2, opsetVersion))),
        messageField(8, message(textField(1, contribDomain), varintField(2, contribVersion))),
      );
      return Buffer.concat(model.parts, model.length);
    },
  };
}

function attribute(name: string, value: Attribute): Message {
  if ('float' in value) return message(textField(1, name), floatField(2, value.float), varintField(20, 1));
  if ('int' in value) return message(textField(1, name), varintField(3, value.int), varintField(20, 2));
  return message(textField(1, name), ...value.ints.map((int) => varintField(8, int)), varintField(20, 7));
}

function valueInfo({ name, type, shape }: ValueInfo): Message {
  const dimensions = shape.map((size) =>
    messageField(1, message(typeof size === 'string' ? textField(2, size) : varintField(1, size))),
  );
  const tensorType = message(varintField(1, dataTypes[type]), messageField(2, message(...dimensions)));
  return message(textField(1, name), messageField(2, message(messageField(1, tensorType))));
}

/** An encoded protobuf message in pieces: its length is known, and nothing large has been copied yet. */
interface Message {
  readonly parts: readonly Uint8Array[];
  readonly length: number;
}

function message(...fields: readonly Message[]): Message {
  return {
    parts: fields.flatMap((field) => field.parts),
    length: fields.reduce((sum, field) => sum + field.length, 0),
  };
}

const wireTypes = { varint: 0, lengthDelimited: 2, fixed32: 5 } as const;

function varintField(field: number, value: number): Message {
  return whole(Buffer.concat([tag(field, 'varint'), varint(value)]));
}

function floatField(field: number, value: number): Message {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return whole(Buffer.concat([tag(field, 'fixed32'), bytes]));
}

function textField(field: number, value: string): Message {
  return bytesField(field, Buffer.from(value));
}

function bytesField(field: number, bytes: Uint8Array): Message {
  return messageField(field, whole(bytes));
}

function messageField(field: number, content: Message): Message {
  const head = Buffer.concat([tag(field, 'lengthDelimited'), varint(content.length)]);
  return { parts: [head, ...content.parts], length: head.length + content.length };
}

function whole(bytes: Uint8Array): Message {
  return { parts: [bytes], length: bytes.length };
}

function tag(field: number, wireType: keyof typeof wireTypes): Uint8Array {
  return varint((field << 3) | wireTypes[wireType]);
}

/** Seven bits a byte, lowest first; a negative number takes ten bytes, as two's complement of 64 bits. */
function varint(value: number): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
