import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  promptBlocks,
  promptModal,
  readPromptModal,
  readPromptValue,
} from '../../../../src/chat/slack/interaction/prompt-modal.ts';

const prompt = {
  ...{ connector: 'desk', name: 'greet', description: 'A greeting' },
  args: [{ name: 'who', description: 'Whom', required: true }],
};
const place = { connector: 'desk', name: 'greet', channel: 'C1', responseUrl: 'https://slack.example/r' };

test('prompts are listed with a button each, which names the prompt', () => {
  const [block] = promptBlocks([prompt]);
  const value = block !== undefined && 'accessory' in block && JSON.stringify(block.accessory);
  assert.match(String(value), /connector_prompt_start/);
  assert.deepEqual(readPromptValue('{"connector":"desk","name":"greet"}'), { connector: 'desk', name: 'greet' });
  assert.equal(readPromptValue('x'), undefined);
});

test('the form asks for the arguments, says in whose name it is asked, and gives back what was entered', () => {
  const view = promptModal(prompt, place);
  assert.match(JSON.stringify(view.blocks), /asked in your name/);
  assert.match(JSON.stringify(view.blocks), /"label":\{"type":"plain_text","text":"who"/);
  const sent = readPromptModal({
    user: { id: 'U1' },
    view: {
      id: 'V1',
      private_metadata: view.private_metadata,
      state: { values: { 'arg-0': { who: { value: 'Bob' } } } },
    },
  });
  assert.deepEqual(sent, { person: 'U1', view: 'V1', at: place, args: { who: 'Bob' } });
  assert.equal(readPromptModal({}), undefined);
});
