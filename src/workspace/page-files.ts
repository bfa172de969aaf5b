import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';

export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
}

/** Everything that the page consists of, by path, with the policy that lets a browser run exactly that. */
export interface PageFiles {
  readonly files: ReadonlyMap<string, PageFile>;
  readonly contentSecurityPolicy: string;
}

const folder = new URL('page/', import.meta.url);

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The browser's copies of what `page/` imports, by the names that the import map in `index.html` gives them. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  'lit-html': [
    'lit-html.js',
    'directive.js',
    'directive-helpers.js',
    'async-directive.js',
    'directives/guard.js',
    'directives/keyed.js',
    'directives/ref.js',
    'directives/repeat.js',
  ],
  marked: ['lib/marked.esm.js'],
  dompurify: ['dist/purify.es.mjs'],
};

/** Reads the page's own files and its libraries; the browser's modules are served as they are, without a build. */
export async function readPageFiles(): Promise<PageFiles> {
  const names = (await readdir(folder)).filter((name) => ending(name) in types);
  const own = names.map((name) => ({ path: `/page/${name}`, url: new URL(name, folder) }));
  const foreign = Object.entries(libraries).flatMap(([library, paths]) => {
    const root = findPackageJSON(library, import.meta.url);
    if (root === undefined) throw new Error(`the package ${library} is not installed: run npm ci`);
    return paths.map((path) => ({ path: `/vendor/${library}/${path}`, url: new URL(path, pathToFileURL(root)) }));
  });
  const files = new Map<string, PageFile>();
  for (const { path, url } of [...own, ...foreign]) {
    files.set(path, { type: types[ending(path)] ?? 'text/plain', body: await readFile(url) });
  }
  const index = files.get('/page/index.html');
  if (index === undefined) throw new Error('the page has no index.html');
  files.set('/', index);
  return { files, contentSecurityPolicy: policyFor(String(index.body)) };
}

/** Only files of this server run, beside the import map, which no browser loads from a file. */
function policyFor(index: string): string {
  const importMap = /<script type="importmap">([\s\S]*?)<\/script>/.exec(index)?.[1] ?? '';
  const hash = createHash('sha256').update(importMap).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html dompurify',
  ].join('; ');
}

function ending(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
