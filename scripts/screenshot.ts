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
  const size = { viewport: { width: 1280, height: 900 }, locale: 'en-GB' };
  const { page, problems } = await openPage(browser, bylaw.url, size);
  const thread = page.getByRole('complementary', { name: 'Thread' });
  const ask = async (person: string, question: string) => {
    await page.goto(`${bylaw.url}/#/${person}/C0PEOPLE`);
    await page.locator(`option[value=${person}]:checked`).waitFor({ state: 'attached' });
    await page.getByLabel('Message #ask-people-team').fill(`@Bylaw ${question}`);
    await page.keyboard.press('Enter');
    await thread.getByText(question).waitFor();
    await thread.getByText('Sources', { exact: true }).waitFor();
  };
  await ask('U0MAYA', 'How long is parental leave in the United States?');
  await ask('U0ANNA', 'How many days of paid vacation do employees in Germany get?');
  await thread.getByText(/^Quoted clause/).click();
  await thread.getByLabel('Reply in the thread').focus();
  await page.mouse.move(640, 700);
  await thread.getByRole('article').first().scrollIntoViewIfNeeded();
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
