import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchBrowser, openPage, type WatchedPage, withoutBrowser } from '../support/browser.ts';
import { openPageWorkspace, type PageWorkspace } from './open-page.ts';
import { everyBlock, feedbackDialog } from './page-fixtures.ts';

const anna = 'U0ANNA';
const maya = 'U0MAYA';
const people = 'C0PEOPLE';
const general = 'C0GENERAL';

describe('the workspace in a browser', { skip: withoutBrowser(), timeout: 60_000 }, () => {
  let workspace: PageWorkspace;
  let browser: Browser;
  let usual: WatchedPage;
  before(async () => {
    [workspace, browser] = await Promise.all([openPageWorkspace(), launchBrowser()]);
    usual = await openPage(browser, workspace.url);
  });
  after(async () => {
    await browser.close();
    await workspace.stop();
  });

  /** Goes to a place, in a window of its own where it is a special one. What a page must not do fails the test. */
  async function visit(t: TestContext, hash: string, options?: BrowserContextOptions): Promise<Page> {
    const url = `${workspace.url}/${hash}`;
    const watched = options === undefined ? usual : await openPage(browser, url, options);
    await watched.page.goto(url);
    t.after(async () => {
      assert.deepEqual(watched.problems.splice(0), []);
      if (watched !== usual) await watched.close();
    });
    return watched.page;
  }

  /** A question with an answer in its thread. */
  async function thread(channel: string, answer: object, question = '@bylaw what does the policy say?') {
    const { ts } = workspace.server.say(anna, channel, question);
    const posted = await workspace.app.call('chat.postMessage', {
      channel,
      thread_ts: ts,
      text: 'an answer',
      ...answer,
    });
    return { ts, answer: String(posted.ts), hash: `#/${anna}/${channel}/${ts}` };
  }

  test('draws every kind of block that the app sends, sanitised, and names those it does not know', async (t) => {
    const { hash, answer } = await thread(people, { blocks: everyBlock });
    const page = await visit(t, hash);
    const message = page.getByLabel('Messages of the thread').getByRole('article', { name: /^Bylaw/ });
    await message.getByText('28 days', { exact: true }).waitFor();
    assert.equal(await textOf(message.locator('.markdown strong')), '28 days');
    assert.deepEqual(await message.locator('.markdown th').allInnerTexts(), ['Who', 'Days']);
    assert.equal(await message.locator('script, img, iframe, style, [onerror], [onclick]').count(), 0);
    assert.ok((await textOf(message)).includes('<script>alert(1)</script>'), 'markup is shown as it was written');
    const links = await message
      .locator('a')
      .evaluateAll((all) =>
        all.map((each) => [each.getAttribute('href'), each.getAttribute('rel'), each.getAttribute('target')].join(' ')),
      );
    assert.deepEqual(links, [
      'https://example.com/leave noopener noreferrer _blank',
      'https://example.com/picture.png noopener noreferrer _blank',
      'https://example.com/leave?a=1&b=2 noopener noreferrer _blank',
      'https://example.com/leave noopener noreferrer _blank',
      'https://example.com/handbook noopener noreferrer _blank',
    ]);
    const section = message.locator('.block-section').first();
    assert.equal(await textOf(section.locator('strong')), 'Sources');
    assert.equal(await textOf(section.locator('em')), 'carefully');
    assert.equal(await textOf(section.locator('code')), 'a < b');
    assert.equal(await textOf(section.locator('blockquote')), 'as it stands');
    assert.match(await textOf(section), /@Maya Torres/);
    assert.equal(await message.getByRole('heading', { name: 'Clauses' }).count(), 1);
    assert.equal(await message.getByRole('list', { name: 'Cards' }).getByRole('article').count(), 2);
    assert.equal(await textOf(message.getByRole('note')), 'Due for review.');
    assert.equal(await message.getByRole('img', { name: 'Done' }).count(), 1);
    assert.equal(await message.getByRole('img', { name: 'A chart' }).count(), 1, 'an image is named, not fetched');
    assert.ok(!(await message.getByText('Two searches').isVisible()), 'a collapsed container hides what is in it');
    await message.getByText('How this was found').click();
    await message.getByText('Two searches').waitFor();

    const raw = workspace.server.state.messages.find(({ ts }) => ts === answer);
    assert.ok(raw);
    raw.blocks = [{ type: 'hologram', block_id: 'h' }];
    workspace.server.say(anna, people, 'next', { thread: raw.thread ?? '' });
    await message.getByText('Not drawn here: hologram').waitFor();
  });

  test('sends every press to the app, after asking where the button asks', async (t) => {
    const { hash } = await thread(people, { blocks: everyBlock });
    const page = await visit(t, hash);
    const message = page.getByLabel('Messages of the thread').getByRole('article', { name: /^Bylaw/ });
    const presses = () =>
      workspace.app.heard
        .filter(({ type }) => type === 'block_actions')
        .flatMap(({ actions }) => (Array.isArray(actions) ? actions : []))
        .map(({ action_id, value, selected_option }) => `${action_id} ${value ?? selected_option?.value ?? ''}`);
    const before = presses().length;
    const pressed = async (count: number) => workspace.server.until(() => presses().length === before + count);
    await message.getByRole('button', { name: 'Show the clause' }).first().click();
    await pressed(1);
    await message.getByRole('button', { name: 'This helped' }).click();
    await pressed(2);
    await message.getByRole('button', { name: 'This did not help' }).click();
    await pressed(3);
    await message.getByLabel('Another country').selectOption('US');
    await pressed(4);
    await message.getByRole('button', { name: 'Ask a person' }).click();
    const question = page.getByRole('dialog', { name: 'Hand it over?' });
    await question.getByRole('button', { name: 'Not now' }).click();
    await message.getByRole('button', { name: 'Ask a person' }).click();
    await question.getByRole('button', { name: 'Hand it over' }).click();
    await pressed(5);
    assert.deepEqual(presses().slice(before), [
      'show_1 1',
      'feedback up',
      'feedback down',
      'country US',
      'ask_person question-1',
    ]);
  });

  test('shows a private message to its reader and to nobody else', async (t) => {
    await workspace.app.call('chat.postEphemeral', { channel: general, user: maya, text: 'a word for Maya' });
    const page = await visit(t, `#/${maya}/${general}`);
    const word = page.getByRole('article').filter({ hasText: 'a word for Maya' });
    await word.getByText('Only visible to you').waitFor();
    assert.equal(await word.getByRole('button').count(), 0, 'nobody can reply to it');
    await page.getByLabel('Act as').selectOption('Anna Vogt, employee in Germany');
    await page
      .getByLabel('Act as')
      .and(page.locator(`:has(option[value=${anna}]:checked)`))
      .waitFor();
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: 'general' }).click();
    await page.getByLabel('Message #general').waitFor();
    assert.equal(await page.getByText('a word for Maya').count(), 0);
  });

  test('shows an answer as it is written, says so, and stops it', async (t) => {
    const { app, server } = workspace;
    const { ts } = server.say(anna, general, '@bylaw a long one');
    const place = { channel: general, thread_ts: ts };
    const page = await visit(t, `#/${anna}/${general}/${ts}`);
    const panel = page.getByRole('complementary', { name: 'Thread' });
    await panel.getByText('a long one').waitFor();
    const status = { channel_id: general, thread_ts: ts, status: 'is searching the policies …' };
    await app.call('assistant.threads.setStatus', status);
    await panel.getByText('Bylaw is searching the policies …').waitFor();
    assert.match(await textOf(page.getByRole('status')), /is searching the policies/);
    const task = { type: 'task_update', id: 't1', title: 'Reading “Paid leave in Germany”' };
    const stream = await app.call('chat.startStream', {
      ...{ ...place, recipient_team_id: 'T0HOME', recipient_user_id: anna },
      chunks: [{ ...task, status: 'in_progress' }],
    });
    await panel.getByRole('img', { name: 'Under way' }).waitFor();
    const more = (chunk: object) => app.call('chat.appendStream', { channel: general, ts: stream.ts, chunks: [chunk] });
    await more({ ...task, status: 'complete' });
    await more({ type: 'markdown_text', text: 'You have **28 days**' });
    await panel.getByText('You have 28 days').waitFor();
    assert.equal(await panel.getByRole('img', { name: 'Done' }).count(), 1);
    assert.equal(await panel.getByText('writing …').count(), 1);
    await more({ type: 'markdown_text', text: ' of leave.' });
    await panel.getByText('You have 28 days of leave.').waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await server.until(() => app.heard.some(({ event }) => Object(event).type === 'agent_session_stopped'));
    await panel.getByText('writing …').waitFor({ state: 'detached' });
    await app.call('agents.sessions.setStatus', { channel_id: general, thread_ts: ts, status: 'active' });
    await panel.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  });

  test('opens a dialog of the app, keeps the focus in it, shows its mistakes and sends what was filled in', async (t) => {
    const { app } = workspace;
    const { hash } = await thread(people, { blocks: everyBlock });
    app.on('block_actions', async ({ trigger_id }) => {
      await app.call('views.open', { trigger_id, view: feedbackDialog });
      return undefined;
    });
    t.after(async () => app.on('block_actions', () => undefined));
    const page = await visit(t, hash);
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
    const home = (text: string) => ({ type: 'home', blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] });
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
    const page = await visit(t, `#/${anna}/${people}`);
    const sidebar = page.getByRole('navigation', { name: 'Conversations' });
    await sidebar.getByRole('link', { name: 'Bylaw', exact: true }).click();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('Recent questions of U0ANNA').waitFor();
    await page.getByRole('link', { name: 'Messages', exact: true }).click();
    await page.getByRole('button', { name: 'Annual leave' }).click();
    const panel = page.getByRole('complementary', { name: 'Thread' });
    await panel.getByText('How many days do I have?').waitFor();
    await page.getByLabel('Act as').selectOption('Maya Torres, employee in the US');
    await page.getByText('Message #ask-people-team').or(page.getByLabel('Message #ask-people-team')).first().waitFor();
    await sidebar.getByRole('link', { name: 'Bylaw', exact: true }).click();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('Recent questions of U0MAYA').waitFor();
    assert.equal(await page.getByText('U0ANNA').count(), 0);
  });

  test('lets a person edit and delete a message of their own, and use the app’s shortcut on any', async (t) => {
    const { app, server } = workspace;
    const { ts } = server.say(anna, general, '@bylaw how much leav?');
    server.say(maya, general, 'What about parental leave?');
    const page = await visit(t, `#/${anna}/${general}`);
    const message = page.getByRole('article').filter({ hasText: 'how much leav' }).last();
    await message.hover();
    await message.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit message' }).click();
    await page.getByLabel('Your message', { exact: true }).fill('@bylaw how much leave?');
    await page.keyboard.press('Enter');
    await page.getByText('(edited)').waitFor();
    assert.equal(server.state.messages.find((each) => each.ts === ts)?.text, '<@U0BYLAW> how much leave?');

    const other = page.getByRole('article').filter({ hasText: 'parental leave' });
    await other.hover();
    await other.getByRole('button', { name: 'More actions' }).click();
    assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Answer from policy']);
    await page.getByRole('menuitem', { name: 'Answer from policy' }).click();
    await server.until(() => app.heard.some(({ callback_id }) => callback_id === 'policy_from_message'));

    await message.hover();
    const edited = page.getByRole('article').filter({ hasText: 'how much leave?' });
    await edited.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete message' }).click();
    await edited.waitFor({ state: 'detached' });
  });

  test('sends attached files with a message', async (t) => {
    const page = await visit(t, `#/${anna}/DU0ANNA`);
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

  test('works with the keyboard alone', async (t) => {
    const { app, server } = workspace;
    const page = await visit(t, `#/${anna}/${people}`, {});
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

  test('fits a window of 320 pixels, with the conversations behind a button', async (t) => {
    const { hash } = await thread(people, { blocks: everyBlock });
    const page = await visit(t, hash, { viewport: { width: 320, height: 640 } });
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
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await visit(t, `#/${anna}/${people}`, { colorScheme });
      await page.getByRole('article').first().waitFor();
      const [ground, ink] = await brightness(page);
      assert.equal(ground > 128, colorScheme === 'light');
      assert.ok(Math.abs(ground - ink) > 160, `${colorScheme}: ${ground} behind ${ink}`);
    }
  });
});

async function textOf(locator: Locator): Promise<string> {
  return (await locator.allInnerTexts()).join('\n');
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
