/** Each text once, in the order that cells refer to; what is only a reading aid for Japanese is no part of it. */
export function readStrings(xml: string): string[] {
  return [...xml.matchAll(/<(?:\w+:)?si(?:\s[^>]*)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g)].map(([, item = '']) =>
    textOfItem(item),
  );
}

/** The text of a shared or inline string, from the XML inside it. */
export function textOfItem(xml: string): string {
  return [
    ...xml
      .replace(/<(?:\w+:)?rPh[\s>][\s\S]*?<\/(?:\w+:)?rPh>/g, '')
      .matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g),
  ]
    .map(([, text = '']) => decodeXml(text))
    .join('');
}

/** Entities of XML as the characters they stand for. */
export function decodeXml(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi, (_, decimal, hex, name) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10))
      : (named[name.toLowerCase()] ?? ''),
  );
}
