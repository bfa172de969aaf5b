import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser, openPage } from '../test/support/browser.ts';
import { openBylaw } from '../test/support/open-bylaw.ts';

// Renews the pictures of the README: a question, its answer and a follow-up, as the local workspace shows them.

const picture = fileURLToPath(new URL('../docs/images/workspace-thread.png', import.meta.url));
const maxBytes = 200 * 1024;

const data = mkdtempSync(join(tmpdir(), 'bylaw-screenshot-'));
const bylaw = await openBylaw(join(data, 'state'));
const browser = await launchBrowser();
try {
  const size = { viewport: { width: 1280, height: 980 }, locale: 'en-GB' };
  const { page, problems } = await openPage(browser, `${bylaw.url}/#/U0ANNA/C0PEOPLE`, size);
  await page.getByLabel('Message #ask-people-team').fill('@Bylaw Can I carry over unused vacation in Germany?');
  await page.keyboard.press('Enter');
  const answers = page.getByLabel('Messages of the thread').getByRole('article', { name: /^Bylaw/ });
  await answers.getByText('Sources', { exact: true }).first().waitFor();
  await answers
    .getByText(/^Quoted clauses/)
    .first()
    .click();
  await page.getByLabel('Messages of the thread').hover({ position: { x: 5, y: 5 } });
  await page.screenshot({ path: picture, caret: 'hide', animations: 'disabled' });
  const { size: bytes } = statSync(picture);
  console.log(`${picture}: ${Math.round(bytes / 1024)} KB`);
  if (bytes > maxBytes) throw new Error('the picture is too large for the README');
  if (problems.length > 0) throw new Error(problems.join('\n'));
} finally {
  await browser.close();
  await bylaw.stop();
  rmSync(data, { recursive: true, force: true });
}
