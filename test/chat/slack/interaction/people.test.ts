import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mention, peopleFor } from '../../../../src/chat/slack/interaction/people.ts';

const settings = {
  topics: {
    leave: ['U0LEAVE1', 'People team: people@example.com'],
    'expense claim': { DE: ['U0FIN1'], US: ['Finance US: +1 555 0101'] },
  },
  anything: ['S0PEOPLE'],
};

describe('who helps with a question', () => {
  it('is named by the first topic that the question holds', () => {
    assert.deepEqual(peopleFor('How much leave do I have?', [], settings), {
      topic: 'leave',
      ids: ['U0LEAVE1'],
      lines: ['People team: people@example.com'],
    });
  });

  it('is named by what was found where the question says nothing', () => {
    assert.equal(peopleFor('How many days off?', ['Annual Leave (Germany)'], settings)?.topic, 'leave');
  });

  it('takes the words of a topic in any order and number, but all of them', () => {
    assert.deepEqual(peopleFor('May I claim expenses for a taxi?', [], settings), {
      topic: 'expense claim',
      ids: ['U0FIN1'],
      lines: ['US: Finance US: +1 555 0101'],
    });
    assert.equal(peopleFor('What was the expense?', [], settings)?.topic, undefined);
  });

  it('does not take a topic from inside a word', () => {
    assert.equal(peopleFor('Who cleaves the wood?', [], settings)?.topic, undefined);
  });

  it('falls back on those for anything, and is nobody where nobody is named', () => {
    assert.deepEqual(peopleFor('Where do I park?', [], settings), { ids: ['S0PEOPLE'], lines: [] });
    assert.equal(peopleFor('Where do I park?', [], { topics: {} }), undefined);
  });

  it('is mentioned as a person or as a group', () => {
    assert.equal(mention('U0LEAVE1'), '<@U0LEAVE1>');
    assert.equal(mention('S0PEOPLE'), '<!subteam^S0PEOPLE>');
  });
});
