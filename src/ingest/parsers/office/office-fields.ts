import { load } from 'cheerio';
import { sensibleTitle } from '../document-title.ts';
import type { Field } from '../metadata-fields.ts';
import type { ZipArchive } from '../read-zip.ts';

/** Document properties and custom properties of a Word, Excel or PowerPoint file, under the keys of front matter. */
export function readOfficeFields(zip: ZipArchive): Field[] {
  const core = load(zip.readText('docProps/core.xml', maxBytes) ?? '', { xml: true });
  const text = (name: string) => core(name).first().text();
  const title = sensibleTitle(text('dc\\:title'));
  const custom = load(zip.readText('docProps/custom.xml', maxBytes) ?? '', { xml: true });
  const own = custom('property')
    .toArray()
    .map((element): Field => [custom(element).attr('name') ?? '', custom(element).text()]);
  const builtIn: Field[] = [
    ...(title === undefined ? [] : [['title', title] as const]),
    ['author', text('dc\\:creator')],
    ['type', text('cp\\:category')],
    ['tags', text('cp\\:keywords')],
    ['updated', text('dcterms\\:modified')],
    ['status', text('cp\\:contentStatus')],
  ];
  const named = new Set(own.map(([key]) => key.toLowerCase()));
  return [...own, ...builtIn.filter(([key]) => !named.has(key))];
}

/** Properties are a few lines; more is an attack. */
const maxBytes = 1024 * 1024;
