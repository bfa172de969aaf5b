import { posix } from 'node:path';
import type { Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { lineAt } from './find-line.ts';
import type { CheckContext, CheckedDocument, Finding } from './finding.ts';

/** Links inside the folder whose file or heading isn't there. Addresses on the web are not fetched. */
export function checkLinks({ documents, paths }: CheckContext): Finding[] {
  const anchors = new Map<string, ReadonlySet<string>>();
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const anchorsOf = (path: string): ReadonlySet<string> | undefined => {
    const document = byPath.get(path);
    if (document === undefined || !isMarkdown(document)) return undefined;
    const known = anchors.get(path) ?? readAnchors(document);
    anchors.set(path, known);
    return known;
  };
  return documents.filter(isMarkdown).flatMap((document) =>
    linksOf(document).flatMap(({ url, line }): Finding[] => {
      const message = problemOf(url, document.path, paths, anchorsOf);
      // Where a site's own root is can't be seen from the folder.
      const severity = url.startsWith('/') ? 'warning' : 'error';
      return message === undefined ? [] : [{ path: document.path, line, severity, check: 'link', message }];
    }),
  );
}

function isMarkdown({ path }: CheckedDocument): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

/** With a scheme, or with marks of a template in it. */
const elsewhere = /^[a-z][a-z0-9+.-]*:|^\/\/|\{\{|\{%|\$\{/i;

function problemOf(
  url: string,
  from: string,
  paths: ReadonlySet<string>,
  anchorsOf: (path: string) => ReadonlySet<string> | undefined,
): string | undefined {
  if (url === '' || elsewhere.test(url)) return undefined;
  const [place = '', anchor = ''] = decoded(url).split('#', 2);
  const plainPlace = place.split('?', 1)[0] ?? '';
  const target = plainPlace === '' ? from : findTarget(plainPlace, from, paths);
  if (target === undefined) return `links to ${plainPlace}, which isn't there${nearest(plainPlace, from, paths)}`;
  const known = anchor === '' ? undefined : anchorsOf(target);
  if (known === undefined || known.has(squeezed(anchor))) return undefined;
  return `links to #${anchor}, but ${target === from ? 'this document' : target} has no such heading`;
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** Sites leave out extensions and the name of a folder's first page, and are served below a path of their own. */
function findTarget(place: string, from: string, paths: ReadonlySet<string>): string | undefined {
  if (!place.startsWith('/')) {
    const here = existing(posix.join(posix.dirname(from), place), paths);
    // Where a page is served as a folder of its own, its links begin there.
    return (
      here ?? (posix.extname(place) === '' ? existing(posix.join(from.replace(/\.\w+$/, ''), place), paths) : here)
    );
  }
  const parts = place.split('/').filter(Boolean);
  return (
    existing(parts.join('/'), paths) ?? existing(parts.slice(1).join('/'), paths) ?? endingWith(parts.slice(1), paths)
  );
}

function existing(place: string, paths: ReadonlySet<string>): string | undefined {
  const path = posix.normalize(place).replace(/\/$/, '');
  if (path.startsWith('..')) return undefined;
  const tries = [path, `${path}.md`, path.replace(/\.html?$/, '.md'), posix.join(path, 'index.md')];
  const found = [...tries, posix.join(path, 'README.md')].find((each) => paths.has(each));
  return found ?? (path === '.' ? path : undefined);
}

function endingWith(parts: readonly string[], paths: ReadonlySet<string>): string | undefined {
  const end = parts.join('/').replace(/\.html?$/, '');
  if (end === '') return undefined;
  const ends = ['', '.md', '/index.md', '/README.md'].map((rest) => `/${end}${rest}`);
  return [...paths].find((path) => ends.some((each) => path.endsWith(each)));
}

/** The commonest faults: another case, another folder. */
function nearest(place: string, from: string, paths: ReadonlySet<string>): string {
  const name = posix.basename(place).toLowerCase();
  const found = [...paths].find((path) => posix.basename(path).toLowerCase() === name && path !== from);
  return found === undefined || name === '' ? '' : `; there is ${found}`;
}

function linksOf({ source = '' }: CheckedDocument): { url: string; line: number }[] {
  const links: { url: string; line: number }[] = [];
  walk(parse(source), (node) => {
    const at = node.position?.start.offset;
    if (node.type !== 'link' && node.type !== 'definition' && node.type !== 'image') return;
    links.push({ url: node.url, line: at === undefined ? 1 : lineAt(source, at) });
  });
  return links;
}

/** Numbered where one stands again. Every site makes hyphens of other marks, so that letters and digits have to do. */
function readAnchors({ source = '' }: CheckedDocument): ReadonlySet<string> {
  const anchors = new Set<string>();
  const counts = new Map<string, number>();
  walk(parse(source), (node) => {
    if (node.type === 'html')
      for (const [, id] of node.value.matchAll(/\b(?:id|name)=["']([^"']+)["']/g)) anchors.add(squeezed(id ?? ''));
    if (node.type !== 'heading') return;
    const text = textOf(node);
    const own = /\{#([\w-]+)\}\s*$/.exec(text)?.[1];
    const slug = squeezed(own ?? text);
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}${count}`);
  });
  return anchors;
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

const processor = unified().use(remarkParse).use(remarkGfm);

function parse(source: string): Root {
  // Front matter would be read as a heading; its lines stay, so that offsets do.
  return processor.parse(
    source.replace(/^---[ \t]*\n[\s\S]*?\n---[ \t]*(?=\n|$)/, (whole) => whole.replace(/[^\n]/g, ' ')),
  );
}

function walk(node: Root | RootContent, visit: (node: RootContent) => void): void {
  if (node.type !== 'root') visit(node);
  if ('children' in node) for (const child of node.children) walk(child, visit);
}

function textOf(node: RootContent): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map((child) => textOf(child)).join('') : '';
}
