import { readFileSync } from 'node:fs';
import process from 'node:process';
import { createWorld } from './answering-world.ts';
import { ada } from './approval-world.ts';
import { newStored } from './memory-records.ts';
import { answer, createScriptedModel, search } from './scripted-model.ts';

/** A bot that restores the snapshot given on stdin and prints the next request that it sends. */
const conversations = new Map([['C1', readFileSync(0, 'utf8')]]);
const script = createScriptedModel([search('x'), answer('You get 20 days of paid leave a year.', '20 days')]);
const world = createWorld({ model: script.model, stored: { ...newStored(), conversations } });
await world.ask('And when do they expire?', { viewer: ada });
process.stdout.write(JSON.stringify({ ...script.requests[0], signal: undefined }));
