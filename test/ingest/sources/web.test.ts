import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BylawError } from '../../../src/errors.ts';
import type { Source, SourceFile } from '../../../src/ingest/sources/source.ts';
import { createWebSource, type WebSourceOptions } from '../../../src/ingest/sources/web.ts';
import { startWebSite, type WebSite } from '../../support/web-site.ts';
import { describeSource } from './source-contract.ts';

const live = () => new AbortController().signal;

function sourceOf(t: TestContext, options: Partial<WebSourceOptions>) {
  const spool = mkdtempSync(join(tmpdir(), 'bylaw-web-'));
  t.after(() => rmSync(spool, { recursive: true, force: true }));
  const waits: number[] = [];
  let time = Date.parse('2026-06-15T12:00:00Z');
  const source = createWebSource({
    name: 'wiki',
    contact: 'it@example.com',
    requestsPerSecond: 1,
    allowPrivate: true,
    maxPages: 100,
    maxBytes: 100_000,
    spool,
    now: () => time,
    sleep: async (ms) => {
      waits.push(ms);
      time += ms;
    },
    timeoutMs: 300,
    ...options,
  });
  const pass = (ms: number) => {
    time += ms;
  };
  return { source, waits, spool, pass };
}

const page = (words: string, more = '') => ({ body: `<html><head>${more}</head><body><p>${words}</p></body></html>` });
const known = (files: readonly SourceFile[]) => new Map(files.map(({ path, stamp }) => [path, stamp]));
const paths = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path);
/** Without the host, which has another port each time. */
const short = (site: WebSite, names: readonly string[]) =>
  names.map((each) => each.replaceAll(`${site.host.replace(':', '-')}/`, '').replaceAll(site.host, 'HOST'));
const reasons = (site: WebSite, skipped: readonly { path: string; reason: string; unseen?: boolean }[]) =>
  short(
    site,
    skipped.map(({ path, reason, unseen }) => `${path} ${reason}${unseen ? ' (stays)' : ''}`),
  );

async function reasonFor(source: Source, files: readonly SourceFile[] = []): Promise<string> {
  const error = await source.list(live(), known(files)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof BylawError && error.code === 'source_unreadable', String(error));
  return error.message;
}

function sitemap(site: WebSite, ...names: readonly string[]): { body: string; type: string } {
  const urls = names.map((name) => {
    const [path, lastmod] = name.split(' ');
    return `<url><loc>${site.origin}${path?.replaceAll('&', '&amp;')}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</url>`;
  });
  const body = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
  return { body, type: 'application/xml' };
}

describeSource('web', async (t) => {
  const site = await startWebSite(t, { '/hello.md': { body: 'Hello', type: 'text/markdown' } });
  const { source } = sourceOf(t, { sitemap: `${site.origin}/sitemap.xml` });
  site.pages.set('/sitemap.xml', sitemap(site, '/hello.md'));
  // The contract knows no hosts.
  const prefix = `${site.host.replace(':', '-')}/`;
  const short = (path: string) => path.replace(prefix, '');
  return {
    source: {
      ...source,
      list: async (signal, known = new Map()) => {
        const listed = await source.list(signal, new Map([...known].map(([path, stamp]) => [prefix + path, stamp])));
        return { ...listed, files: listed.files.map((file) => ({ ...file, path: short(file.path) })) };
      },
    },
    change: async (text) => void site.pages.set('/hello.md', { body: text, type: 'text/markdown' }),
    remove: async () => {
      site.pages.delete('/hello.md');
      site.pages.set('/other.md', { body: 'Other', type: 'text/markdown' });
      site.pages.set('/sitemap.xml', sitemap(site, '/other.md'));
    },
    takeDown: () => site.close(),
  };
});

test('a page that did not change is answered as such and read no further', async (t) => {
  const site = await startWebSite(t, {
    '/etag': { ...page('A'), headers: { etag: '"1"' } },
    '/dated': { ...page('B'), headers: { 'last-modified': 'Mon, 02 Mar 2026 10:00:00 GMT' } },
    '/plain': page('C'),
  });
  const pages = ['/etag', '/dated', '/plain'].map((path) => site.origin + path);
  const first = await sourceOf(t, { pages }).source.list(live());
  assert.deepEqual(short(site, paths(first.files)), ['dated.html', 'etag.html', 'plain.html']);
  assert.deepEqual(first.files[0]?.changed, { on: '2026-03-02' });
  assert.equal(first.files[0]?.metadata?.url, `${site.origin}/dated`);

  // A new process knows only what the records hold.
  const { source } = sourceOf(t, { pages });
  site.asked.length = 0;
  const second = await source.list(live(), known(first.files));
  assert.deepEqual(second.files, first.files);
  assert.deepEqual(site.asked, ['404 /robots.txt', '304 /etag', '304 /dated', '200 /plain']);

  site.pages.set('/etag', { ...page('A2'), headers: { etag: '"2"' } });
  const third = await source.list(live(), known(second.files));
  const changed = third.files.filter(({ stamp }, i) => stamp !== second.files[i]?.stamp);
  assert.deepEqual(short(site, paths(changed)), ['etag.html']);
});

test('what was fetched for the listing is read once and then kept nowhere', async (t) => {
  const site = await startWebSite(t, { '/a': page('A') });
  const { source, spool } = sourceOf(t, { pages: [`${site.origin}/a`] });
  const [file] = (await source.list(live())).files;
  assert.ok(file);
  assert.match(Buffer.from(await source.read(file, live())).toString(), /<p>A<\/p>/);
  assert.deepEqual(readdirSync(join(spool, 'wiki')), []);
  // Once more, as when everything is read anew.
  site.asked.length = 0;
  assert.match(Buffer.from(await source.read(file, live())).toString(), /<p>A<\/p>/);
  assert.deepEqual(site.asked, ['200 /a']);
  await source.list(live());
  await source.list(live(), known([file]));
  assert.equal(existsSync(join(spool, 'wiki')) && readdirSync(join(spool, 'wiki')).length > 1, false);
});

test('sitemaps may lead to others, be packed or plain lists; their dates save asking for a day', async (t) => {
  const site = await startWebSite(t, { '/a': page('A'), '/b?x=1&y=2': page('B'), '/c/': page('C') });
  const index = ['/one.xml.gz', '/two.txt'].map((path) => `<sitemap><loc>${site.origin}${path}</loc></sitemap>`);
  site.pages.set('/index.xml', { body: `<sitemapindex>${index.join('')}</sitemapindex>`, type: 'text/xml' });
  site.pages.set('/one.xml.gz', {
    body: gzipSync(sitemap(site, '/a 2026-05-01', '/b?x=1&y=2').body),
    type: 'application/gzip',
  });
  site.pages.set('/two.txt', { body: `${site.origin}/c/\n${site.origin}/a#top\n`, type: 'text/plain' });
  const { source, pass } = sourceOf(t, { sitemap: `${site.origin}/index.xml` });
  const { files } = await source.list(live());
  assert.deepEqual(
    short(site, paths(files)).map((path) => path.replace(/-[0-9a-f]{8}/, '-#')),
    ['a.html', 'b-#.html', 'c/index.html'],
  );
  assert.deepEqual(files[0]?.changed, { on: '2026-05-01' });
  const askedFor = async (path: string) => {
    site.asked.length = 0;
    await source.list(live(), known(files));
    return site.asked.includes(`200 ${path}`);
  };
  assert.equal(await askedFor('/a'), false);
  pass(25 * 3_600_000);
  assert.equal(await askedFor('/a'), true);
  assert.equal(await askedFor('/a'), false);
});

test('the same page under several addresses is one document', async (t) => {
  const site = await startWebSite(t);
  const canonical = `<link rel="canonical" href="${site.origin}/leave">`;
  site.pages.set('/leave', page('L', canonical));
  site.pages.set('/leave?print=1', page('L', canonical));
  site.pages.set('/old', { status: 301, headers: { location: '/leave#rules' } });
  const pages = ['/leave?print=1', '/old', '/leave#top', '/leave?utm_source=mail', '/leave'];
  const { source } = sourceOf(t, { pages: pages.map((path) => site.origin + path) });
  const first = await source.list(live());
  assert.deepEqual(short(site, paths(first.files)), ['leave.html']);
  assert.equal(first.files[0]?.metadata?.url, `${site.origin}/leave`);
  const second = await source.list(live(), known(first.files));
  assert.deepEqual(second.files, first.files);
});

test('robots.txt, crawl delay, noindex and our own name are kept to', async (t) => {
  const site = await startWebSite(t, {
    '/robots.txt': {
      body: 'User-agent: *\nDisallow: /\n\nUser-agent: Bylaw\nDisallow: /private/\nCrawl-delay: 5\n',
      type: 'text/plain',
    },
    '/a': page('A'),
    '/private/b': page('B'),
    '/c': page('C', '<meta name="robots" content="NOINDEX, follow">'),
    '/d': { ...page('D'), headers: { 'x-robots-tag': 'none' } },
  });
  const pages = ['/a', '/private/b', '/c', '/d'].map((path) => site.origin + path);
  const { source, waits } = sourceOf(t, { pages });
  const { files, skipped } = await source.list(live());
  assert.deepEqual(short(site, paths(files)), ['a.html']);
  assert.deepEqual(reasons(site, skipped), [
    'private/b.html may not be read: robots.txt of the site forbids it',
    'c.html asks not to be indexed (noindex)',
    'd.html asks not to be indexed (noindex)',
  ]);
  assert.deepEqual(site.asked, ['200 /robots.txt', '200 /a', '200 /c', '200 /d']);
  assert.deepEqual(waits, [1000, 5000, 5000]);
  assert.equal(site.headers[0]?.['user-agent'], 'Bylaw (reads policies for a question bot; it@example.com)');
  assert.ok(site.headers.every(({ cookie, authorization }) => cookie === undefined && authorization === undefined));
});

test('a page that is gone is removed; one that fails, wants a sign-in or is too large stays as it was', async (t) => {
  const site = await startWebSite(t);
  const names = ['/a', '/gone', '/410', '/503', '/401', '/form', '/sso', '/large', '/slow'];
  for (const name of names) site.pages.set(name, page(name));
  const { source } = sourceOf(t, { pages: names.map((path) => site.origin + path) });
  const { files } = await source.list(live());
  assert.equal(files.length, 9);
  site.pages.delete('/gone');
  site.pages.set('/410', { status: 410 });
  site.pages.set('/503', { status: 503 });
  site.pages.set('/401', { status: 401 });
  site.pages.set('/form', { body: '<form><input type=password name=p></form>' });
  site.pages.set('/sso', { status: 302, headers: { location: 'https://login.example.com/?next=x' } });
  site.pages.set('/large', { body: 'x'.repeat(100_001) });
  site.pages.set('/slow', { hang: true });
  const after = await source.list(live(), known(files));
  assert.deepEqual(short(site, paths(after.files)), ['a.html']);
  assert.deepEqual(reasons(site, after.skipped), [
    'gone.html is not there any more (404)',
    '410.html is not there any more (410)',
    '503.html was answered with 503 (stays)',
    '401.html wants a sign-in (401), and none is sent (stays)',
    'form.html is a sign-in page at the moment (stays)',
    'sso.html is redirected: login.example.com is not among the hosts of this source: add it to hosts if it belongs to it (stays)',
    'large.html is larger than 0.1 MB (stays)',
    'slow.html HOST did not answer within 0 seconds (stays)',
  ]);
});

test('a page that is redirected for the time being stays, one that moved for good is read at its new address', async (t) => {
  const site = await startWebSite(t, { '/a': page('A'), '/b': page('B') });
  const { source } = sourceOf(t, { pages: ['/a', '/b'].map((path) => site.origin + path) });
  const { files } = await source.list(live());
  site.pages.set('/a', { status: 302, headers: { location: '/login?next=a' } });
  site.pages.set('/login?next=a', page('Continue with your company account'));
  site.pages.set('/b', { status: 301, headers: { location: '/new/b' } });
  site.pages.set('/new/b', page('B'));
  const after = await source.list(live(), known(files));
  assert.deepEqual(short(site, paths(after.files)), ['new/b.html']);
  assert.deepEqual(reasons(site, after.skipped), ['a.html is redirected to /login for the time being (stays)']);
});

test('only kinds of content that can hold a policy are taken, in their own encoding', async (t) => {
  const site = await startWebSite(t, {
    '/latin': { body: Buffer.from('<p>Gr\xfc\xdfe</p>', 'latin1'), type: 'text/html; charset=iso-8859-1' },
    '/paper': { body: '%PDF-1.7', type: 'application/pdf' },
    '/notes.md': { body: '# Notes', type: 'text/plain' },
    '/contract.docx': { body: 'PK', type: 'application/octet-stream' },
    '/logo': { body: 'x', type: 'image/png' },
    '/data': { body: '{}', type: 'application/json' },
  });
  const pages = [...site.pages.keys()].map((path) => site.origin + path);
  const { source } = sourceOf(t, { pages });
  const { files, skipped } = await source.list(live());
  assert.deepEqual(short(site, paths(files)), ['contract.docx', 'latin.html', 'notes.md', 'paper.pdf']);
  assert.deepEqual(reasons(site, skipped), [
    'logo.html is image/png, which holds no policy that can be read',
    'data.html is application/json, which holds no policy that can be read',
  ]);
  const latin = files[1];
  assert.ok(latin);
  assert.equal(Buffer.from(await source.read(latin, live())).toString(), '\ufeff<p>Grüße</p>');
});

test('a site that fails as a whole never looks like one whose documents were removed', async (t) => {
  const site = await startWebSite(t);
  const names = ['/a', '/b', '/c', '/d'];
  for (const name of names) site.pages.set(name, page(name));
  site.pages.set('/sitemap.xml', sitemap(site, ...names));
  const { source } = sourceOf(t, { sitemap: `${site.origin}/sitemap.xml` });
  const { files } = await source.list(live());
  assert.equal(files.length, 4);
  const why = async (path: string, content: Parameters<typeof site.pages.set>[1]) => {
    const before = new Map(site.pages);
    for (const each of path.split(' ')) site.pages.set(each, content);
    const reason = await reasonFor(source, files);
    for (const [each, held] of before) site.pages.set(each, held);
    return reason.replaceAll(site.origin, 'SITE').replaceAll(/127[.\d]+-\d+\//g, '');
  };
  const start = 'the web pages of wiki can’t be read: ';
  assert.equal(
    await why('/sitemap.xml', sitemap(site)),
    `${start}its sitemap lists no pages: what was read before stays`,
  );
  assert.equal(
    await why('/sitemap.xml', page('Please sign in')),
    `${start}the sitemap SITE/sitemap.xml is a page instead of a sitemap: does it want a sign-in?`,
  );
  assert.match(
    await why('/sitemap.xml', { body: sitemap(site, ...names).body.slice(0, 150) }),
    /is not valid XML: is it cut short\?$/,
  );
  assert.match(
    await why('/sitemap.xml', { body: '<!DOCTYPE x [<!ENTITY a "b">]><urlset><url><loc>&a;</loc></url></urlset>' }),
    /holds a DOCTYPE/,
  );
  assert.match(await why('/sitemap.xml', { status: 500 }), /was answered with 500$/);
  assert.equal(
    await why('/a /b /c', page('Please sign in')),
    `${start}3 of 4 addresses are answered with the same page: is it a sign-in or an error?`,
  );
  assert.match(await why('/a /b /c /d', { status: 404 }), /none of its pages is there any more/);
  assert.match(await why('/a /b /c /d', { status: 502 }), /no page can be read: a.html was answered with 502/);
  assert.match(
    await why('/robots.txt', { status: 503 }),
    /robots.txt of .* was answered with 503, and without it nothing may be read/,
  );
  await site.close();
  assert.match(await reasonFor(source, files), /can’t be reached \(ECONNREFUSED\)/);
});

test('a host that stopped answering is left alone after three failures', async (t) => {
  const site = await startWebSite(t);
  const names = Array.from({ length: 8 }, (_, i) => `/${i}`);
  for (const name of names) site.pages.set(name, name === '/0' ? page('A') : { status: 503 });
  const { source } = sourceOf(t, { pages: names.map((path) => site.origin + path) });
  const { files, skipped } = await source.list(live());
  assert.equal(files.length, 1);
  assert.equal(site.asked.length, 5);
  assert.deepEqual([skipped.length, skipped.every(({ unseen }) => unseen)], [7, true]);
});

test('private addresses are refused however they are written or resolved', async (t) => {
  const site = await startWebSite(t, { '/a': page('secret') });
  const port = site.host.split(':')[1];
  for (const host of [
    '127.0.0.1',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '169.254.169.254',
    '10.0.0.1',
  ]) {
    const { source } = sourceOf(t, { allowPrivate: false, pages: [`http://${host}:${port}/a`] });
    assert.match(await reasonFor(source), /is in a private network: set allowPrivate: true if it is yours/, host);
  }
  const named = { allowPrivate: false, pages: [`http://rebound.example:${port}/a`] };
  const both = [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  let asked = 0;
  const { source } = sourceOf(t, { ...named, lookup: async () => (asked++ === 0 ? both : both.slice(1)) });
  await reasonFor(source);
  await reasonFor(source);
  assert.deepEqual(site.asked, []);
  // The connection goes where the one look-up said.
  const { source: allowed } = sourceOf(t, { ...named, allowPrivate: true, lookup: async () => both.slice(1) });
  assert.equal((await allowed.list(live())).files.length, 1);
});

test('pages of other hosts, and beyond the most that are wanted, are counted instead of read', async (t) => {
  const site = await startWebSite(t, { '/x/a': page('A'), '/x/b': page('B'), '/y/c': page('C') });
  const urls = sitemap(site, '/x/a', '/x/b', '/y/c').body.replace(
    '</urlset>',
    '<url><loc>https://other.example/</loc></url></urlset>',
  );
  site.pages.set('/sitemap.xml', { body: urls });
  const { source } = sourceOf(t, { sitemap: `${site.origin}/sitemap.xml`, include: ['x/**'], maxPages: 1 });
  const { files, notes } = await source.list(live());
  assert.deepEqual(short(site, paths(files)), ['x/a.html']);
  assert.deepEqual(notes, [
    '1 pages of other hosts are left out: see hosts',
    '1 pages beyond the first 1 are left out: see maxPages',
  ]);
});
