import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage, type WatchedPage, withoutBrowser } from '../support/browser.ts';
import { type OpenedBylaw, openBylaw } from '../support/open-bylaw.ts';

const anna = 'U0ANNA';
const question = 'How many days of paid vacation do employees in the United States get?';

describe('Bylaw in the local workspace', { skip: withoutBrowser(), timeout: 90_000 }, () => {
  let folder: string;
  let bylaw: OpenedBylaw;
  let browser: Browser;
  let usual: WatchedPage;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bylaw-test-'));
    browser = await launchBrowser();
    bylaw = await openBylaw(join(folder, 'state'));
    usual = await openPage(browser, bylaw.url);
  });
  after(async () => {
    await browser?.close();
    await bylaw?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function act(t: TestContext, person: string, channel: string): Promise<Page> {
    await usual.page.goto(`${bylaw.url}/#/${person}/${channel}`);
    await usual.page.locator(`option[value=${person}]:checked`).waitFor({ state: 'attached' });
    t.after(() => assert.deepEqual(usual.problems.splice(0), []));
    return usual.page;
  }
  const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Thread' });

  test('a question in a channel is answered in its thread with its sources, and so is the next one', async (t) => {
    const page = await act(t, anna, 'C0PEOPLE');
    await page.getByLabel('Message #ask-people-team').fill(`@Bylaw ${question}`);
    await page.keyboard.press('Enter');
    const answers = panelOf(page).getByRole('article', { name: /^Bylaw/ });
    await answers.first().getByText('20 days of paid vacation').first().waitFor();
    await answers.first().getByText('Sources', { exact: true }).waitFor();
    await answers.first().getByText('Paid leave in the United States').first().waitFor();
    await panelOf(page).getByLabel('Reply in the thread').fill('And in Germany?');
    await page.keyboard.press('Enter');
    await answers.nth(1).getByText('Paid leave in Germany').first().waitFor();
    assert.equal(await page.getByRole('main').getByRole('button', { name: '3 replies' }).count(), 1);
  });

  test('in a group conversation, every button of an answer leads to what the person who pressed it sees', async (t) => {
    const page = await act(t, anna, 'G0ANNAMAYA');
    await page.getByLabel('Message Maya Torres, Bylaw').fill(`@bylaw ${question}`);
    await page.keyboard.press('Enter');
    const answer = panelOf(page).getByRole('article').nth(1);
    await answer.getByText('Sources', { exact: true }).waitFor();
    const press = (name: string | RegExp) => answer.getByRole('button', { name }).first().click();
    const privately = panelOf(page).getByRole('article').filter({ hasText: 'Only visible to you' });
    await press('This answer helped');
    await privately
      .filter({ hasText: /^.*Thank you/s })
      .first()
      .waitFor();
    await press('This answer did not help');
    const dialog = page.getByRole('dialog', { name: 'What was wrong?' });
    await dialog.getByRole('radio', { name: 'It is out of date' }).check();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    await press('Ask a person');
    await privately.filter({ hasText: /looked after by/ }).waitFor();
    await press('Why this answer');
    await privately.filter({ hasText: /It rests on/ }).waitFor();
    const known = await panelOf(page).getByRole('article').count();
    await press(/^What about/);
    await panelOf(page).getByText('Sources', { exact: true }).nth(1).waitFor();
    assert.ok((await panelOf(page).getByRole('article').count()) > known);
    const drawn = await answer.getByRole('button').allInnerTexts();
    assert.deepEqual(
      drawn.filter((name) => name !== '' && !/^(What about|Ask a person|Why this answer)/.test(name)),
      [],
      'no button was left out here',
    );
  });

  test('/policy answers privately: another person of the channel sees nothing of it', async (t) => {
    const page = await act(t, anna, 'C0GENERAL');
    await page.getByLabel('Message #general').fill(`/policy ${question}`);
    await page.keyboard.press('Enter');
    const answer = page.getByRole('main').getByRole('article').filter({ hasText: '20 days of paid vacation' });
    await answer.getByText('Only visible to you').waitFor();
    await act(t, 'U0MAYA', 'C0GENERAL');
    await page.getByLabel('Message #general').waitFor();
    assert.equal(await page.getByText('20 days').count(), 0);
  });

  test('a guest and a person of another company are refused, and only they are told', async (t) => {
    const places = [
      { person: 'U0GABE', channel: 'C0GENERAL', field: 'Message #general', refusal: /don.t answer guest/ },
      {
        person: 'U0NORA',
        channel: 'C0NORBURY',
        field: 'Message #project-norbury',
        refusal: /only answer people of the/,
      },
    ];
    for (const { person, channel, field, refusal } of places) {
      const page = await act(t, person, channel);
      await page.getByLabel(field).fill(`@bylaw ${question}`);
      await page.keyboard.press('Enter');
      const notice = page.getByRole('article').filter({ hasText: refusal });
      await notice.getByText('Only visible to you').waitFor();
      assert.equal(await panelOf(page).count(), 0);
      await act(t, anna, channel);
      await page.getByLabel(field).waitFor();
      assert.equal(await page.getByText(refusal).count(), 0);
    }
  });

  test('the Home of a person shows what Bylaw knows and their own questions', async (t) => {
    const page = await act(t, anna, 'DU0ANNA/home');
    const home = page.getByRole('region', { name: 'Home' });
    await home
      .getByText(/\d+ policies/)
      .first()
      .waitFor();
    await home.getByText(question).first().waitFor();
    await act(t, 'U0MAYA', 'DU0MAYA/home');
    await home
      .getByText(/\d+ policies/)
      .first()
      .waitFor();
    assert.equal(await home.getByText(question).count(), 0);
  });

  test('Ctrl-C ends it cleanly while somebody looks at the page, which says so', async () => {
    const { page } = usual;
    assert.equal(await bylaw.stop(), 0);
    await page.getByRole('alert').filter({ hasText: 'The workspace does not answer' }).waitFor();
  });
});
