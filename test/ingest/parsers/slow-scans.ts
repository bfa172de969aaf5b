import { test } from 'node:test';
import { checkRealFile, skipWithoutFiles } from './check-real-file.ts';
import { realFiles } from './real-files.ts';

// Not part of the suite, since recognising these pages takes as long as all of it.
for (const [name, outcome] of Object.entries(realFiles)) {
  if (outcome.isSlow) test(name, { skip: skipWithoutFiles }, () => checkRealFile(name, outcome));
}
