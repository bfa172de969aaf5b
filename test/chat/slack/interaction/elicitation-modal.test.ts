import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  elicitationModal,
  modalErrors,
  readElicitationModal,
} from '../../../../src/chat/slack/interaction/elicitation-modal.ts';
import { formatElicitation, formatSettledElicitation } from '../../../../src/chat/slack/posting/elicitation-card.ts';
import type { Elicitation } from '../../../../src/elicitation.ts';
import { checkForm, readForm } from '../../../../src/elicitation-form.ts';

const place = { answer: 'A1', elicitation: 'A1:x', channel: 'C1', ts: '1.1', thread: '1.0' };
const form = (properties: Record<string, object>, required: string[] = []): Elicitation => ({
  ...{ id: 'A1:x', recipient: 'the desk (https://desk.example/mcp)', title: 'Close', expiresAt: 1 },
  request: { mode: 'form', message: 'Why <!channel>?', schema: { type: 'object', properties, required } },
});
const many = Array.from({ length: 11 }, (_, i) => `v${i}`);

test('each kind of field becomes its own element, filled in as the server says', () => {
  const view = elicitationModal(
    form(
      {
        text: { type: 'string', title: 'Reason', minLength: 2, maxLength: 50, default: 'x' },
        email: { type: 'string', format: 'email' },
        uri: { type: 'string', format: 'uri' },
        date: { type: 'string', format: 'date', default: '2026-12-01' },
        moment: { type: 'string', format: 'date-time', default: '2026-12-01T10:00:00Z' },
        number: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
        flag: { type: 'boolean', default: false },
        few: { type: 'string', enum: ['a', 'b'], default: 'b' },
        many: { type: 'string', enum: many },
        several: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 1, default: ['a'] },
      },
      ['text'],
    ),
    place,
  );
  const inputs = (view?.blocks ?? []).flatMap((block) => ('element' in block ? [block] : []));
  assert.deepEqual(
    inputs.map(({ element }) => element.type),
    [
      ...['plain_text_input', 'email_text_input', 'url_text_input', 'datepicker', 'datetimepicker', 'number_input'],
      ...['radio_buttons', 'radio_buttons', 'static_select', 'multi_static_select'],
    ],
  );
  assert.deepEqual(
    inputs.map(({ optional }) => optional),
    [false, true, true, true, true, true, true, true, true, true],
  );
  assert.deepEqual(inputs[0]?.element, {
    ...{ type: 'plain_text_input', action_id: 'entry', initial_value: 'x' },
    ...{ multiline: false, max_length: 50, min_length: 2 },
  });
  assert.equal(JSON.stringify(inputs[3]?.element).includes('"initial_date":"2026-12-01"'), true);
  assert.equal(JSON.stringify(inputs[4]?.element).includes('"initial_date_time":1796119200'), true);
  assert.match(JSON.stringify(inputs[5]?.element), /"is_decimal_allowed":false.*"min_value":"1".*"initial_value":"3"/);
  assert.match(JSON.stringify(inputs[6]?.element), /"initial_option":\{"text":\{"type":"plain_text","text":"No"\}/);
  assert.match(JSON.stringify(view?.blocks[0]), /the desk .*asks: Why/);
});

test('a form with more choices than Slack takes is not shown', () => {
  const options = Array.from({ length: 101 }, (_, i) => `v${i}`);
  assert.equal(elicitationModal(form({ x: { type: 'string', enum: options } }), place), undefined);
});

test('what was entered is read back, and what is wrong with it is shown at its field', () => {
  const { request } = form(
    {
      reason: { type: 'string' },
      when: { type: 'string', format: 'date-time' },
      day: { type: 'string', format: 'date' },
      sure: { type: 'boolean' },
      size: { type: 'string', enum: ['s', 'l'] },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      count: { type: 'integer' },
    },
    ['reason'],
  );
  const fields = (request.mode === 'form' && readForm(request.schema)) || [];
  const sent = (values: Record<string, object>) =>
    readElicitationModal({
      user: { id: 'U1' },
      view: { id: 'V1', private_metadata: JSON.stringify(place), state: { values } },
    });
  const good = sent({
    'field-0': { entry: { type: 'plain_text_input', value: 'solved' } },
    'field-1': { entry: { selected_date_time: 1_796_119_200 } },
    'field-2': { entry: { selected_date: '2026-12-01' } },
    'field-3': { entry: { selected_option: { value: 'false' } } },
    'field-4': { entry: { selected_option: { value: '1' } } },
    'field-5': { entry: { selected_options: [{ value: '0' }, { value: '1' }] } },
    'field-6': { entry: { value: '4' } },
  });
  assert.deepEqual([good?.person, good?.view, good?.place], ['U1', 'V1', place]);
  assert.deepEqual(checkForm(fields, good?.entries(fields) ?? {}), {
    content: {
      ...{ reason: 'solved', when: '2026-12-01T10:00:00.000Z', day: '2026-12-01', sure: false, size: 'l' },
      ...{ tags: ['a', 'b'], count: 4 },
    },
  });
  const bad = sent({ 'field-0': { entry: { value: null } }, 'field-6': { entry: { value: 'x' } } });
  const checked = checkForm(fields, bad?.entries(fields) ?? {});
  assert.deepEqual('errors' in checked && modalErrors(fields, checked.errors), {
    'field-0': 'Please fill this in.',
    'field-6': 'This is not a number.',
  });
  assert.equal(readElicitationModal({ user: { id: 'U1' } }), undefined);
});

test('the card names who asks and what can be done, and nothing in it mentions people', () => {
  const part = formatElicitation('A1', form({ reason: { type: 'string' } }));
  const text = JSON.stringify(part.blocks);
  assert.match(text, /the desk \(https:\/\/desk\.example\/mcp\) asks, to go on with “Close”/);
  assert.match(text, /Never type a password/);
  assert.equal(text.includes('<!channel>'), false);
  assert.deepEqual(text.match(/"text":"(Answer|Decline|Cancel)"/g)?.length, 3);
  assert.equal(part.approval, 'A1:x');
});

test('a page is a link with its host shown, in letters that can not deceive, plus done and decline', () => {
  const { blocks } = formatElicitation('A1', {
    ...form({}),
    request: { mode: 'url', message: 'Sign in', url: 'https://lоgin.example.com/x' },
  });
  const text = JSON.stringify(blocks);
  assert.match(text, /The page is at \*xn--lgin-.*\.example\.com\*/);
  assert.match(text, /"text":"Open xn--lgin-/);
  for (const label of ['Done', 'Decline', 'Cancel']) assert.ok(text.includes(`"text":"${label}"`), label);
});

test('a settled card has no buttons and says how it ended', () => {
  const { blocks } = formatSettledElicitation('A1', form({}), 'declined');
  assert.match(JSON.stringify(blocks), /asked something about “Close”.*It was declined/);
  assert.equal(JSON.stringify(blocks).includes('"button"'), false);
});
