import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { memoryOfTree } from '../../src/skills/sandbox-memory.ts';

test('a process holds memory, one that is gone holds none', { skip: !existsSync('/proc/self/status') }, () => {
  assert.ok(memoryOfTree(process.pid) > 2 ** 20);
  assert.equal(memoryOfTree(2 ** 31 - 1), 0);
});
