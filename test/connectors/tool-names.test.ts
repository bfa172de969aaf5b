import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { modelToolName, nameTools } from '../../src/connectors/tool-names.ts';

const named = (connector: string, tool: string) => modelToolName({ connector, tool });

test('a plain name says whose tool it is', () => {
  assert.equal(named('desk', 'ticket_create'), 'mcp__desk__ticket_create');
});

test('a name with other characters, or too long, ends with a hash of what it was', () => {
  assert.match(named('desk', 'admin.find'), /^mcp__desk__admin_find_[0-9a-f]{8}$/);
  assert.notEqual(named('desk', 'admin.find'), named('desk', 'admin/find'));
  const long = 'x'.repeat(100);
  assert.equal(named('desk', long).length, 64);
  assert.notEqual(named('desk', `${long}a`), named('desk', `${long}b`));
});

test('names that would join to the same one are told apart', () => {
  assert.notEqual(named('a__b', 'c'), named('a', 'b__c'));
  assert.notEqual(named('a_', 'b'), named('a', '_b'));
});

test('a name depends on nothing else that is connected, and leads back to its tool', () => {
  const tools = [
    { connector: 'a', tool: 'x.y' },
    { connector: 'a', tool: 'x_y' },
    { connector: 'b', tool: 'x_y' },
  ];
  const names = nameTools(tools);
  assert.equal(names.size, 3);
  for (const [name, tool] of names) assert.equal(name, modelToolName(tool));
  assert.deepEqual([...names.keys()], [...nameTools(tools.toReversed()).keys()]);
});

test('a server can’t give one tool the name that another is known by', () => {
  const forged = named('a', 'x.y').slice('mcp__a__'.length);
  const names = nameTools([
    { connector: 'a', tool: 'x.y' },
    { connector: 'a', tool: forged },
  ]);
  assert.deepEqual([...names.values()].map(({ tool }) => tool).sort(), ['x.y', forged].sort());
});

test('any names become distinct ones that every model API takes', () => {
  const address = fc.record({
    connector: fc.stringMatching(/^[a-z0-9_-]{1,40}$/),
    tool: fc.string({ unit: 'binary', minLength: 1, maxLength: 130 }),
  });
  const key = ({ connector, tool }: { connector: string; tool: string }) => `${connector}\0${tool}`;
  fc.assert(
    fc.property(fc.uniqueArray(address, { selector: key, maxLength: 12 }), (tools) => {
      const names = nameTools(tools);
      assert.equal(names.size, tools.length);
      for (const name of names.keys()) assert.match(name, /^[a-zA-Z0-9_-]{1,64}$/);
    }),
    { numRuns: 200 },
  );
});
