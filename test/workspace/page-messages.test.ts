import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { withoutBrowser } from '../support/browser.ts';
import { openVisitedWorkspace, type VisitedWorkspace } from './open-page.ts';
import { everyBlock } from './page-fixtures.ts';

const anna = 'U0ANNA';
const maya = 'U0MAYA';
const people = 'C0PEOPLE';
const general = 'C0GENERAL';

describe('messages in the workspace’s page', { skip: withoutBrowser(), timeout: 60_000 }, () => {
  let workspace: VisitedWorkspace;
  before(async () => {
    workspace = await openVisitedWorkspace();
  });
  after(() => workspace.stop());

  test('draws every kind of block that the app sends, sanitised, and names those it does not know', async (t) => {
    const { hash, answer } = await workspace.thread(anna, people, { blocks: everyBlock });
    const page = await workspace.visit(t, hash);
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
    assert.match(await textOf(section.locator('blockquote')), /^as it stands,\s+to\s+the end$/);
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
    const { hash } = await workspace.thread(anna, people, { blocks: everyBlock });
    const page = await workspace.visit(t, hash);
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
    const page = await workspace.visit(t, `#/${maya}/${general}`);
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
    const page = await workspace.visit(t, `#/${anna}/${general}/${ts}`);
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

  test('lets a person edit and delete a message of their own, and use the app’s shortcut on any', async (t) => {
    const { app, server } = workspace;
    const { ts } = server.say(anna, general, '@bylaw how much leav?');
    server.say(maya, general, 'What about parental leave?');
    const page = await workspace.visit(t, `#/${anna}/${general}`);
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
});

async function textOf(locator: Locator): Promise<string> {
  return (await locator.allInnerTexts()).join('\n');
}
