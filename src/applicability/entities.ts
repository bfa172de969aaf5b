/** One spelling for a company's name: lower case, without commas and full stops. */
export function readEntity(value: string): string {
  return value
    .trim()
    .toLowerCase()
    .replace(/[.,]/g, '')
    .replace(/[\s_]+/g, ' ');
}

/** One spelling each; "Larkmoor, Inc." that was taken for a list is one company. */
export function readEntities(values: readonly string[]): string[] {
  const read: string[] = [];
  for (const value of values.map(readEntity)) {
    const last = read.at(-1);
    if (last !== undefined && forms.has(value)) read[read.length - 1] = `${last} ${value}`;
    else read.push(value);
  }
  return read;
}

/** Those of the given companies that a text names. */
export function findEntities(text: string, values: readonly string[]): string[] {
  const plain = ` ${readEntity(text.replace(/[^\p{L}\p{N}&.-]+/gu, ' '))} `;
  return values.filter((value) => value !== '' && plain.includes(` ${value} `));
}

/** As people write it: `Larkmoor GmbH`. */
export function entityLabel(value: string): string {
  return value
    .split(' ')
    .map((word) => forms.get(word) ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');
}

const forms: ReadonlyMap<string, string> = new Map(
  [
    'GmbH',
    'AG',
    'SE',
    'KG',
    'UG',
    'Inc',
    'Ltd',
    'LLC',
    'LLP',
    'PLC',
    'SAS',
    'SARL',
    'SA',
    'SL',
    'SpA',
    'Srl',
    'BV',
    'NV',
    'AB',
    'AS',
    'A/S',
    'Oy',
    'ApS',
    'Pty',
    'UK',
    'US',
    'USA',
    'EU',
  ].map((form) => [form.toLowerCase(), form]),
);
