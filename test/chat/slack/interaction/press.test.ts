import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPress } from '../../../../src/chat/slack/interaction/press.ts';

const pressed = {
  type: 'block_actions',
  user: { id: 'UALICE', team_id: 'T0HOME' },
  team: { id: 'T0HOME', domain: 'acme' },
  channel: { id: 'CHR' },
  message: { ts: '2.000001', thread_ts: '1.000001' },
  container: { type: 'message', message_ts: '2.000001', channel_id: 'CHR', is_ephemeral: false },
  response_url: 'https://hooks.example.com/1',
  trigger_id: 'trigger.1',
  actions: [{ type: 'button', action_id: 'ask_person', value: '{}' }],
};

describe('a pressed button', () => {
  it('is read with its place', () => {
    assert.deepEqual(readPress(pressed), {
      person: 'UALICE',
      team: 'T0HOME',
      channel: 'CHR',
      ts: '2.000001',
      thread: '1.000001',
      isPrivate: false,
      responseUrl: 'https://hooks.example.com/1',
      trigger: 'trigger.1',
      action: 'ask_person',
      value: '{}',
      ticked: [],
    });
  });

  it('names the workspace by its id, although Slack sends an object', () => {
    assert.equal(readPress({ ...pressed, user: { id: 'UTESS' }, team: { id: 'T2', domain: 'x' } })?.team, 'T2');
    assert.equal(readPress({ ...pressed, user: { id: 'UTESS' }, team: null })?.team, undefined);
  });

  it('opens a thread where its message stands in none', () => {
    assert.equal(readPress({ ...pressed, message: { ts: '2.000001' } })?.thread, '2.000001');
  });

  it('has no place in App Home', () => {
    const { channel: _, message: __, container: ___, ...home } = pressed;
    const read = readPress({ ...home, view: { id: 'V1' }, container: { type: 'view', view_id: 'V1' } });
    assert.equal(read?.channel, undefined);
    assert.equal(read?.view, 'V1');
  });

  it('is nothing where the shape is not known', () => {
    for (const body of [undefined, null, 'x', {}, { ...pressed, actions: [] }, { ...pressed, user: undefined }]) {
      assert.equal(readPress(body), undefined);
    }
  });
});
