import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable } from '../src/printable.ts';

test('nothing that moves the cursor, colours the screen or turns the text round reaches a terminal', () => {
  assert.equal(printable('a\u001b[2Jb\u0007c\u202ed\re\u009bf'), 'a[2Jbcdef');
  assert.equal(printable('Größe:\t5 €\nnext'), 'Größe:\t5 €\nnext');
});
