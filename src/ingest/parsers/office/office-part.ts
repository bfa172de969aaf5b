import { type CheerioAPI, load } from 'cheerio';
import { readZip, type ZipArchive } from '../read-zip.ts';
import { unreadable } from '../unreadable.ts';

/** A part of 64 MB is a sheet of a million cells. */
const maxPartBytes = 64 * 1024 * 1024;

/** The archive of an Office file; throws `document_unreadable`. */
export function openOfficeFile(bytes: Uint8Array): ZipArchive {
  const zip = readZip(bytes);
  if (zip === undefined) throw unreadable('is damaged: open it and save it again');
  return zip;
}

/** The text of a part, or nothing where there is none of that name. */
export function readPart(zip: ZipArchive, name: string): string | undefined {
  return zip.readText(name, maxPartBytes);
}

/** A part with names of elements and attributes without their prefixes, which every program may choose. */
export function loadPart(xml: string): CheerioAPI {
  const plain = xml.replace(/<[^>]+>/g, (tag) =>
    tag.replace(/^<(\/?)[\w.-]+:/, '<$1').replace(/(\s)[\w.-]+:([\w.-]+=["'])/g, '$1$2'),
  );
  const $ = load(plain, { xml: true });
  // The same content again, for programs that are older.
  $('Fallback').remove();
  return $;
}

export interface Relation {
  /** The last word of its type, such as `slide`. */
  readonly type: string;
  /** A part's name, or an address outside. */
  readonly target: string;
  readonly isOutside: boolean;
}

/** What a part refers to, by id. */
export function readRelations(zip: ZipArchive, part: string): ReadonlyMap<string, Relation> {
  const at = part.lastIndexOf('/') + 1;
  const xml = readPart(zip, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`);
  if (xml === undefined) return new Map();
  const $ = loadPart(xml);
  return new Map(
    $('Relationship')
      .toArray()
      .map((element) => {
        const { Id = '', Type = '', Target = '', TargetMode } = element.attribs;
        const isOutside = TargetMode === 'External';
        const target = isOutside ? Target : resolvePart(part.slice(0, at), Target);
        return [Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target, isOutside }] as const;
      }),
  );
}

function resolvePart(folder: string, target: string): string {
  return new URL(target, `part:/${folder}`).pathname.slice(1);
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
