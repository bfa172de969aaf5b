import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBlocks, fitsView } from '../../src/workspace/blocks/check-blocks.ts';
import { call } from './call-slack.ts';
import { openWorkspace } from './open-workspace.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const long = (length: number) => 'x'.repeat(length);
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const button = (more: object = {}) => ({ type: 'button', text: plain('Go'), ...more });
const actions = (...elements: object[]) => ({ type: 'actions', elements });
const option = (value: string) => ({ text: plain(value), value });
const rich = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
});
const table = (rows: number, columns: number, text = 'x') => ({
  type: 'table',
  rows: many(rows, () => many(columns, () => ({ type: 'raw_text', text }))),
});
const feedback = {
  type: 'feedback_buttons',
  action_id: 'rate',
  positive_button: { text: plain('Good'), value: 'up' },
  negative_button: { text: plain('Bad'), value: 'down' },
};
const image = { type: 'image', alt_text: 'a chart', image_url: 'https://example.com/a.png' };
const card = (more: object) => ({ type: 'card', ...more });
const task = { type: 'task_card', task_id: 't1', title: 'Search', status: 'complete' };

const accepted: Record<string, object> = {
  'a markdown block of 12,000 characters': { type: 'markdown', text: long(12_000) },
  'a section with a text, fields and a button': {
    ...{ type: 'section', text: mrkdwn(long(3_000)), fields: [mrkdwn('a'), plain('b')] },
    accessory: button({ action_id: 'go', value: long(2_000), style: 'primary', url: 'https://example.com' }),
  },
  'a context of ten': { type: 'context', elements: [image, ...many(9, () => mrkdwn('x'))] },
  'feedback and an icon': {
    type: 'context_actions',
    elements: [feedback, { type: 'icon_button', icon: 'trash', text: plain('Delete') }],
  },
  '25 buttons': actions(...many(25, (at) => button({ action_id: `go-${at}` }))),
  'menus and dates': actions(
    { type: 'static_select', action_id: 'a', options: [option('one')], placeholder: plain('Pick') },
    { type: 'multi_users_select', action_id: 'b', max_selected_items: 2 },
    { type: 'overflow', action_id: 'c', options: [option('one')] },
    { type: 'datepicker', action_id: 'd', initial_date: '2026-11-30' },
    { type: 'checkboxes', action_id: 'e', options: [option('one')] },
  ),
  'a header of 150 characters': { type: 'header', text: plain(long(150)) },
  'a table of 100 rows and 20 columns': table(100, 20),
  'a data table': { ...table(2, 2), type: 'data_table', caption: 'Days', page_size: 100 },
  'a task card with sources': {
    ...{ ...task, details: rich('two words'), sources: [{ type: 'url', url: 'https://example.com', text: 'Leave' }] },
  },
  'a plan': { type: 'plan', title: 'Looking', tasks: [task] },
  'an alert': { type: 'alert', text: mrkdwn('Mind the date'), level: 'warning' },
  'a card': card({ title: mrkdwn(long(150)), body: mrkdwn(long(200)), actions: [button()] }),
  'a carousel of ten': { type: 'carousel', elements: many(10, () => card({ title: mrkdwn('x') })) },
  'a folded container': {
    ...{ type: 'container', title: plain(long(150)), is_collapsible: true, default_collapsed: true },
    child_blocks: many(10, () => ({ type: 'section', text: mrkdwn('x') })),
  },
  'rich text': rich('hello'),
  'an image': image,
  'an input': { type: 'input', label: plain('Why?'), element: { type: 'plain_text_input', action_id: 'why' } },
  'a video': {
    ...{ type: 'video', video_url: 'https://example.com/v', thumbnail_url: 'https://example.com/t' },
    ...{ alt_text: 'a talk', title: plain('A talk') },
  },
};

for (const [what, block] of Object.entries(accepted)) {
  test(`a message may hold ${what}`, () => assert.equal(checkBlocks([block]), undefined));
}

const refused: Record<string, object> = {
  'an unknown block': { type: 'surprise' },
  'a block that only Slack makes': { type: 'file', source: 'remote', external_id: 'x' },
  'a block with an unknown field': { type: 'divider', colour: 'red' },
  'an empty section': { type: 'section' },
  'a section text of 3,001 characters': { type: 'section', text: mrkdwn(long(3_001)) },
  'eleven fields': { type: 'section', fields: many(11, () => mrkdwn('x')) },
  'a field of 2,001 characters': { type: 'section', fields: [mrkdwn(long(2_001))] },
  'a markdown block of 12,001 characters': { type: 'markdown', text: long(12_001) },
  'a context of eleven': { type: 'context', elements: many(11, () => mrkdwn('x')) },
  'six context actions': { type: 'context_actions', elements: many(6, (at) => ({ ...feedback, action_id: `${at}` })) },
  'a button among context actions': { type: 'context_actions', elements: [button()] },
  '26 buttons': actions(...many(26, (at) => button({ action_id: `go-${at}` }))),
  'a button value of 2,001 characters': actions(button({ value: long(2_001) })),
  'an action id of 256 characters': actions(button({ action_id: long(256) })),
  'a block id of 256 characters': { type: 'divider', block_id: long(256) },
  'a button text of 76 characters': actions(button({ text: plain(long(76)) })),
  'a button text with formatting': actions(button({ text: mrkdwn('*Go*') })),
  'one action id twice in a block': actions(button({ action_id: 'go' }), button({ action_id: 'go' })),
  'a menu without options': actions({ type: 'static_select', action_id: 'a' }),
  'feedback without a negative button': {
    type: 'context_actions',
    elements: [{ ...feedback, negative_button: undefined }],
  },
  'a header of 151 characters': { type: 'header', text: plain(long(151)) },
  'an empty card': card({ subtitle: mrkdwn('x') }),
  'a card title of 151 characters': card({ title: mrkdwn(long(151)) }),
  'a card body of 201 characters': card({ body: mrkdwn(long(201)) }),
  'a carousel of eleven': { type: 'carousel', elements: many(11, () => card({ title: mrkdwn('x') })) },
  'an empty carousel': { type: 'carousel', elements: [] },
  'a container of eleven': { type: 'container', title: plain('x'), child_blocks: many(11, () => rich('x')) },
  'a container with a markdown block': {
    type: 'container',
    title: plain('x'),
    child_blocks: [{ type: 'markdown', text: 'x' }],
  },
  'a container without a title': { type: 'container', child_blocks: [rich('x')] },
  'a closed container that cannot open': {
    ...{ type: 'container', title: plain('x'), child_blocks: [rich('x')], default_collapsed: true },
  },
  'a table of 101 rows': table(101, 1),
  'a table of 21 columns': table(1, 21),
  'table cells of more than 10,000 characters': table(2, 2, long(2_501)),
  'a data table without a caption': { ...table(2, 2), type: 'data_table' },
  'a page of 101 rows': { ...table(2, 2), type: 'data_table', caption: 'Days', page_size: 101 },
  'a task card of an unknown status': { ...task, status: 'done' },
  'an image from two places': { ...image, slack_file: { id: 'F1' } },
};

for (const [what, block] of Object.entries(refused)) {
  test(`${what}: invalid_blocks`, () => assert.equal(checkBlocks([block]), 'invalid_blocks'));
}

test('a message holds 50 blocks, 13,000 characters, one table, and each id once', () => {
  const divider = { type: 'divider' };
  assert.equal(checkBlocks(many(50, () => divider)), undefined);
  assert.equal(checkBlocks(many(51, () => divider)), 'invalid_blocks');
  const halves = (length: number) => [long(6_500), long(length)].map((text) => ({ type: 'markdown', text }));
  assert.equal(checkBlocks(halves(6_500)), undefined);
  assert.equal(checkBlocks(halves(6_501)), 'msg_blocks_too_long');
  assert.equal(checkBlocks([table(1, 1), table(1, 1)]), 'invalid_attachments');
  assert.equal(checkBlocks([0, 1].map(() => ({ ...divider, block_id: 'same' }))), 'invalid_blocks');
  assert.equal(checkBlocks('no list'), 'invalid_blocks');
});

test('a view takes 100 blocks, and none that only messages show', () => {
  const section = { type: 'section', text: mrkdwn('x') };
  assert.equal(fitsView(many(100, () => section)), true);
  assert.equal(fitsView(many(101, () => section)), false);
  for (const block of [{ type: 'markdown', text: 'x' }, { type: 'context_actions', elements: [feedback] }, task]) {
    assert.equal(fitsView([block]), false);
  }
});

test('blocks and views are validated without being shown', async (t) => {
  const workspace = await openWorkspace(t);
  const validate = async (args: object) => (await call(workspace, 'blocks.validate', args)).error;
  assert.equal(await validate({ blocks: [{ type: 'divider' }] }), undefined);
  assert.equal(await validate({ message: { blocks: [{ type: 'surprise' }] } }), 'invalid_blocks');
  assert.equal(await validate({ view: { type: 'home', blocks: [] } }), undefined);
  assert.equal(await validate({ view: { type: 'home', blocks: [{ type: 'surprise' }] } }), 'invalid_arguments');
  assert.equal(workspace.server.state.messages.length, 0);
});

test('blocks get the ids that the app left out', async (t) => {
  const workspace = await openWorkspace(t);
  const blocks = [actions(button({ value: '1' }), button({ action_id: 'mine' }))];
  await call(workspace, 'chat.postMessage', { channel: 'CHR', text: 'x', blocks });
  const [unnamed, named] = workspace.server.view('UALICE', 'CHR').messages[0]?.buttons ?? [];
  assert.match(unnamed?.actionId ?? '', /./);
  assert.match(unnamed?.blockId ?? '', /./);
  assert.equal(named?.actionId, 'mine');
});
