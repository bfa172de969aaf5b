import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withoutBrowser } from '../support/browser.ts';
import { openVisitedWorkspace, type VisitedWorkspace } from './open-page.ts';
import { everyBlock, feedbackDialog } from './page-fixtures.ts';
import type { StandInApp } from './stand-in-app.ts';

const anna = 'U0ANNA';
const people = 'C0PEOPLE';

describe('the workspace’s page', { skip: withoutBrowser(), timeout: 60_000 }, () => {
  let workspace: VisitedWorkspace;
  before(async () => {
    workspace = await openVisitedWorkspace();
  });
  after(() => workspace.stop());

  test('opens a dialog of the app, keeps the focus in it, shows its mistakes and sends what was filled in', async (t) => {
    const { app } = workspace;
    const { hash } = await workspace.thread(anna, people, { blocks: everyBlock });
    app.on('block_actions', async ({ trigger_id }) => {
      await app.call('views.open', { trigger_id, view: feedbackDialog });
      return undefined;
    });
    t.after(async () => app.on('block_actions', () => undefined));
    const page = await workspace.visit(t, hash);
    const press = page.getByRole('button', { name: 'This did not help' });
    await press.click();
    const dialog = page.getByRole('dialog', { name: 'What was wrong?' });
    await dialog.waitFor();
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      assert.ok(
        await page.evaluate(
          'document.activeElement === document.body || document.activeElement.closest("dialog") !== null',
        ),
      );
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(workspace.server.state.modals.get(anna), []);

    await press.click();
    await dialog.getByRole('radio', { name: 'Out of date' }).check();
    await dialog.getByLabel('Which policy').selectOption({ label: 'Travel' });
    await dialog.getByLabel('In your words').fill('It says 30.');
    const submitted: unknown[] = [];
    app.on('view_submission', ({ view }) => {
      submitted.push(Object(view).state.values);
      return submitted.length === 1
        ? { response_action: 'errors', errors: { words: 'Say a little more.' } }
        : undefined;
    });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Say a little more.').waitFor();
    assert.equal(await dialog.getByLabel('In your words').inputValue(), 'It says 30.');
    await dialog.getByLabel('In your words').fill('It says 30 days, the handbook 28.');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    const values = Object(submitted[1]);
    assert.equal(values.kind.kind.selected_option.value, 'outdated');
    assert.equal(values.policy.policy.selected_option.value, 'travel');
    assert.equal(values.words.words.value, 'It says 30 days, the handbook 28.');
  });

  test('shows the Home of the person who acts, and suggested questions where they write to the app', async (t) => {
    const { app } = workspace;
    const plain = (text: string) => ({ type: 'plain_text', text });
    const confirm = { title: plain('Sure?'), text: plain('All of it.'), confirm: plain('Yes'), deny: plain('No') };
    const button = { type: 'button', action_id: 'forget', text: plain('Forget it'), confirm };
    const home = (text: string) => ({
      type: 'home',
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text } },
        { type: 'actions', elements: [button] },
      ],
    });
    app.on('app_home_opened', async ({ event }) => {
      const { user, tab, channel } = Object(event);
      if (tab === 'home')
        await app.call('views.publish', { user_id: user, view: home(`*Recent questions* of ${user}`) });
      const prompts = [{ title: 'Annual leave', message: 'How many days do I have?' }];
      if (tab === 'messages') {
        await app.call('assistant.threads.setSuggestedPrompts', { channel_id: channel, prompts });
      }
      return undefined;
    });
    const page = await workspace.visit(t, `#/${anna}/${people}`);
    const sidebar = page.getByRole('navigation', { name: 'Conversations' });
    await sidebar.getByRole('link', { name: 'Bylaw', exact: true }).click();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('Recent questions of U0ANNA').waitFor();
    const pressed = Promise.withResolvers<unknown>();
    app.on('block_actions', ({ actions }) => {
      pressed.resolve(actions);
      return undefined;
    });
    await page.getByRole('button', { name: 'Forget it' }).click();
    await page.getByRole('dialog', { name: 'Sure?' }).getByRole('button', { name: 'Yes' }).click();
    assert.equal(Object(await pressed.promise)[0].action_id, 'forget', 'a button without a value counts as well');
    app.on('block_actions', () => undefined);
    await page.getByRole('link', { name: 'Messages', exact: true }).click();
    app.on('message', ({ event }) => showWork(app, Object(event)));
    t.after(async () => app.on('message', () => undefined));
    await page.getByRole('button', { name: 'Annual leave' }).click();
    const panel = page.getByRole('complementary', { name: 'Thread' });
    await panel.getByText('How many days do I have?').waitFor();
    await page.getByLabel('Act as').selectOption('Maya Torres, employee in the US');
    await page.getByLabel('Message #ask-people-team').waitFor();
    await sidebar.getByRole('link', { name: 'Bylaw', exact: true }).click();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('Recent questions of U0MAYA').waitFor();
    assert.equal(await page.getByText('U0ANNA').count(), 0);
  });

  test('sends attached files with a message', async (t) => {
    const page = await workspace.visit(t, `#/${anna}/DU0ANNA`);
    const files = ['contract.txt', 'offer.pdf'].map((name) => ({
      ...{ name, mimeType: 'application/octet-stream' },
      buffer: Buffer.from(`text of ${name}`),
    }));
    await page.getByLabel('Attach a file').setInputFiles(files);
    await page.getByRole('button', { name: 'Remove offer.pdf' }).click();
    await page.getByLabel('Message Bylaw').fill('Does this fit the policy?');
    await page.keyboard.press('Enter');
    const sent = page.getByRole('article').filter({ hasText: 'Does this fit' }).first();
    await sent.getByText('contract.txt').waitFor();
    const shared =
      workspace.server.state.messages.find(({ text }) => text === 'Does this fit the policy?')?.files ?? [];
    assert.deepEqual(
      shared.map(({ name, content }) => [name, Buffer.from(content).toString()]),
      [['contract.txt', 'text of contract.txt']],
    );
  });

  test('sends no command that does not exist, and says so', async (t) => {
    const page = await workspace.visit(t, `#/${anna}/${people}`);
    const field = page.getByLabel('Message #ask-people-team');
    const before = workspace.server.state.messages.length;
    await field.fill('/polcy how much leave?');
    await field.press('Enter');
    await page.getByRole('alert').filter({ hasText: '/polcy is not a command here' }).waitFor();
    assert.equal(await field.inputValue(), '/polcy how much leave?');
    assert.equal(workspace.server.state.messages.length, before);
    await field.fill('');
  });

  test('works with the keyboard alone', async (t) => {
    const { app, server } = workspace;
    app.on('app_mention', ({ event }) => showWork(app, Object(event)));
    const page = await workspace.visit(t, `#/${anna}/${people}`);
    await page.reload();
    await page.getByRole('banner').waitFor();
    const focused = () =>
      page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText');
    await page.keyboard.press('Tab');
    assert.equal(String(await focused()).trim(), 'Skip to the message field');
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'Message #ask-people-team');
    await page.keyboard.type('@by');
    assert.deepEqual(await page.getByRole('listbox').getByRole('option').allInnerTexts(), ['@bylaw Bylaw']);
    await page.keyboard.press('Enter');
    await page.keyboard.type('can I carry leave over?');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Thread' }).waitFor();
    const asked = server.state.messages.at(-1);
    assert.equal(asked?.text, '<@U0BYLAW> can I carry leave over?');
    await page.waitForFunction('document.activeElement.id === "thread-field"');
    const answer = { channel: people, thread_ts: asked?.ts, text: 'Until 31 March.' };
    await app.call('chat.postMessage', answer);
    await page.getByRole('status').filter({ hasText: 'New message from Bylaw: Until 31 March.' }).waitFor();
    await page.keyboard.type('and for part-timers?');
    await page.keyboard.press('Enter');
    await server.until(() =>
      server.state.messages.some(({ text, thread }) => text.startsWith('and for part') && thread === asked?.ts),
    );
    // The field is emptied once the server has answered, a moment after it has the message.
    await page.waitForFunction('document.getElementById("thread-field").value === ""');
    await page.keyboard.type('/policy how much leave?');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Commands do not work in threads' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: 'Thread' }).waitFor({ state: 'detached' });
    assert.equal(await focused(), 'Message #ask-people-team');
    await page.keyboard.type('/po');
    await page.getByRole('listbox').getByRole('option').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('how much leave?');
    await page.keyboard.press('Enter');
    await server.until(() =>
      app.heard.some(({ command, text }) => command === '/policy' && text === 'how much leave?'),
    );
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Send');
    assert.equal(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid');
  });

  test('gives every control a name, and the page its landmarks and headings', async (t) => {
    const { hash } = await workspace.thread(anna, people, { blocks: everyBlock });
    const page = await workspace.visit(t, hash);
    await page.getByRole('complementary', { name: 'Thread' }).getByText('Clauses').waitFor();
    const nameless = await page.evaluate(`[...document.querySelectorAll('button, a, select, input, textarea, summary')]
      .filter((each) => !(each.ariaLabel || each.textContent.trim() || each.labels?.length))
      .map((each) => each.outerHTML)`);
    assert.deepEqual(nameless, []);
    for (const role of ['banner', 'main'] as const) assert.equal(await page.getByRole(role).count(), 1);
    assert.equal(await page.getByRole('navigation', { name: 'Conversations' }).count(), 1);
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
    assert.equal(await page.title(), 'ask-people-team, Bylaw’s local workspace');
  });

  test('fits a window of 320 pixels, with the conversations behind a button', async (t) => {
    const { hash } = await workspace.thread(anna, people, { blocks: everyBlock });
    const page = await workspace.visit(t, hash);
    const usual = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    t.after(() => page.setViewportSize(usual ?? { width: 1280, height: 860 }));
    const width = () => page.evaluate('document.documentElement.scrollWidth');
    await page.getByRole('complementary', { name: 'Thread' }).waitFor();
    assert.equal(await width(), 320);
    assert.ok(!(await page.getByRole('main').isVisible()), 'the thread stands in front');
    await page.getByRole('button', { name: 'Close the thread' }).click();
    await page.getByRole('main').waitFor();
    assert.equal(await width(), 320);
    const sidebar = page.getByRole('navigation', { name: 'Conversations' });
    assert.ok(!(await sidebar.isVisible()));
    await page.getByRole('button', { name: 'Conversations' }).click();
    await sidebar.getByRole('link', { name: 'general' }).click();
    await page.getByLabel('Message #general').waitFor();
    assert.ok(!(await sidebar.isVisible()));
  });

  test('follows the system to dark colours, readable in both', async (t) => {
    const page = await workspace.visit(t, `#/${anna}/${people}`);
    t.after(() => page.emulateMedia({ colorScheme: null }));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const [ground, ink] = await brightness(page);
      assert.equal(ground > 128, colorScheme === 'light');
      assert.ok(Math.abs(ground - ink) > 160, `${colorScheme}: ${ground} behind ${ink}`);
    }
  });
});

/** What makes the page open the thread of a question. */
async function showWork(app: StandInApp, { channel, ts }: { channel: string; ts: string }): Promise<undefined> {
  await app.call('assistant.threads.setStatus', { channel_id: channel, thread_ts: ts, status: 'is searching …' });
  return undefined;
}

/** Of the ground and of the writing, from 0 to 255. */
async function brightness(page: Page): Promise<[number, number]> {
  const colours = await page.evaluate(
    '(({ backgroundColor, color }) => [backgroundColor, color])(getComputedStyle(document.querySelector("main")))',
  );
  const [ground = 0, ink = 0] = (Array.isArray(colours) ? colours : []).map((each) => {
    const [red = 0, green = 0, blue = 0] = (String(each).match(/\d+/g) ?? []).map(Number);
    return (red + green + blue) / 3;
  });
  return [ground, ink];
}
