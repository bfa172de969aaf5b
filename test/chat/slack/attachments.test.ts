import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createAttachmentReader, maxFileBytes } from '../../../src/chat/slack/intake/attachments.ts';
import { createDownload } from '../../../src/chat/slack/intake/download.ts';
import { BylawError } from '../../../src/errors.ts';
import { createIsolatedParser } from '../../../src/ingest/isolated-parser.ts';
import { silentLog } from '../../../src/log.ts';
import { makeDocx, paragraph } from '../../ingest/parsers/make-docx.ts';
import { makePdf } from '../../ingest/parsers/make-pdf.ts';
import { openSlack, overBoth, wordsOf } from './open-slack.ts';

const decode = async ({ bytes }: { readonly bytes: Uint8Array }) => ({ text: new TextDecoder().decode(bytes) });

overBoth(
  'a text file that comes with a question becomes part of it, and others are named with the reason',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat({ readFile: decode });
    const { ts } = slack.server.say('UALICE', 'DALICE', 'Is this allowed?', {
      files: [
        { name: 'contract.md', mimetype: 'text/markdown', content: '# Contract\n\nHalf days.' },
        { name: 'photo.png', mimetype: 'image/png', content: 'PNG' },
        { name: 'long.txt', mimetype: 'text/plain', content: 'x'.repeat(100_001) },
      ],
    });
    await slack.log.until('slack.finished');
    const [contract, long] = slack.answering.asked[0]?.attachments ?? [];
    assert.deepEqual(contract, { name: 'contract.md', text: '# Contract\n\nHalf days.', isCut: false });
    assert.deepEqual([long?.name, long?.text.length, long?.isCut], ['long.txt', 100_000, true]);
    const [, answer] = slack.server.view('UALICE', 'DALICE', ts).messages;
    const told = answer ? wordsOf(answer) : '';
    assert.match(
      told,
      /have not read “photo\.png”: it is not a text, Markdown, PDF, Word, PowerPoint, Excel or OpenDocument text file/,
    );
    assert.match(told, /only the beginning of “long\.txt”/);
    assert.doesNotMatch(told, /contract/);
  },
);

overBoth('a file that cannot be read does not keep the question from being answered', async (t, openSlack) => {
  const slack = await openSlack(t);
  const readFile = () => Promise.reject(new BylawError('document_unreadable', 'it needs a password'));
  await slack.startChat({ readFile });
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw allowed?', {
    files: [{ name: 'contract.pdf', mimetype: 'application/pdf', content: '%PDF' }],
  });
  await slack.log.until('slack.finished');
  const [, answer] = slack.server.view('UALICE', 'CHR', ts).messages;
  assert.match(answer ? wordsOf(answer) : '', /Answer to: allowed\?.*not read “contract\.pdf”: it needs a password/s);
});

test('Word and PDF files are read by the parser of the policies', async (t) => {
  const annex = 'From June on the working time is the full time of the branch office in Spain.';
  const parser = createIsolatedParser();
  t.after(() => parser.stop());
  const slack = await openSlack(t);
  await slack.startChat({ readFile: ({ name, bytes }, signal) => parser.parse({ path: name, bytes }, signal) });
  slack.server.say('UALICE', 'DALICE', 'Is this allowed?', {
    files: [
      { name: 'contract.docx', mimetype: 'application/msword', content: makeDocx(paragraph('Half days in May.')) },
      { name: 'annex.pdf', mimetype: 'application/pdf', content: makePdf([[[12, 700, annex]]]) },
    ],
  });
  await slack.log.until('slack.finished');
  const read = slack.answering.asked[0]?.attachments?.map((each) => ({ ...each, text: each.text.trim() }));
  assert.deepEqual(read, [
    { name: 'contract.docx', text: 'Half days in May.', isCut: false },
    { name: 'annex.pdf', text: annex, isCut: false },
  ]);
});

/** A server that counts what it is asked, with the token it was shown. */
async function openHost(t: TestContext, answer: { status?: number; headers?: Record<string, string>; body?: string }) {
  const tokens: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body ?? 'text');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { tokens, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const signal = new AbortController().signal;

test('the token goes to Slack and to the configured API only', async (t) => {
  const api = await openHost(t, {});
  const other = await openHost(t, {});
  const download = createDownload({ botToken: 'xoxb-1', apiUrl: `${api.url}/api/` });
  await download(`${api.url}/files/1`, 100, signal);
  assert.deepEqual(api.tokens, ['Bearer xoxb-1']);
  for (const url of [
    `${other.url}/files/1`,
    other.url.replace('http://', 'http://files.slack.com@'),
    'http://files.slack.com/files/1',
    'https://files.slack.com.example.com/1',
    'https://evilslack.com/1',
    'file:///etc/passwd',
    'not an address',
  ]) {
    await assert.rejects(download(url, 100, signal), /not kept by Slack/, url);
  }
  assert.deepEqual(other.tokens, []);
});

test('a redirect is not followed, and a page to log in is no file', async (t) => {
  const other = await openHost(t, {});
  const api = await openHost(t, { status: 302, headers: { location: other.url } });
  const login = await openHost(t, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  for (const { url } of [api, login]) {
    const download = createDownload({ botToken: 'xoxb-1', apiUrl: `${url}/api/` });
    await assert.rejects(download(`${url}/1`, 100, signal), /did not let me have it .*files:read/);
  }
  assert.deepEqual(other.tokens, []);
});

test('a file that is larger than it says is given up', async (t) => {
  const api = await openHost(t, { body: 'x'.repeat(101) });
  const download = createDownload({ botToken: 'xoxb-1', apiUrl: `${api.url}/api/` });
  await assert.rejects(download(`${api.url}/1`, 100, signal), /larger than 5 MB/);
});

test('what need not be fetched is not', async () => {
  let fetched = 0;
  const download = async () => {
    fetched += 1;
    return new TextEncoder().encode('text');
  };
  const read = createAttachmentReader({ download, readFile: decode, log: silentLog });
  const url = 'https://files.slack.com/1';
  const { attachments, notices } = await read(
    [
      { name: 'big.pdf', size: maxFileBytes + 1, url },
      { name: 'gone.pdf' },
      { name: 'table.zip', url },
      ...['3', '4', '5', '6'].map((name) => ({ name: `${name}.txt`, url })),
    ],
    signal,
  );
  assert.equal(fetched, 2);
  assert.deepEqual(
    attachments.map(({ name }) => name),
    ['3.txt', '4.txt'],
  );
  assert.equal(notices.length, 5);
  assert.match(notices.join(' '), /big\.pdf”: it is larger than 5 MB.*6\.txt”: I read 5 files at most/);
});
