import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFolder } from './support/run-bylaw.ts';

/**
 * What went wrong elsewhere, as publicly reported, and the test that holds this project to the right behaviour.
 */
const reports: readonly (readonly [reports: string, what: string, file: string, test: string])[] = [
  [
    'onyx#9229, openai-agents-js#1934',
    'two servers with a tool of the same name',
    'connectors/tool-names.test.ts',
    'names that would join to the same one are told apart',
  ],
  [
    'sdk-ts#1191',
    'a failed call whose message stands in structured content only',
    'connectors/result-text.test.ts',
    'structured data stands in where there is no text',
  ],
  [
    'cline#5208',
    'a link to a resource as the result of a call',
    'connectors/result-text.test.ts',
    'text stays, everything else is named in its place',
  ],
  [
    'sdk-ts#1205',
    'the loop is left on a call',
    'answer/approvals.test.ts',
    'a tool that writes waits for a yes, with exactly what it will be sent',
  ],
  [
    'sdk-ts#906, sdk-py#1170',
    'a pause with only a call of the API',
    'answer/loop-stops.test.ts',
    'a paused turn is sent back unchanged, at most four times',
  ],
  [
    'sdk-ts#966',
    'settings changed between turns',
    'models/changing-models.test.ts',
    'a conversation that one API began goes on with the other, either way',
  ],
  [
    'sdk-ts#867, #959, #1206, pi#8331',
    'a stream goes silent',
    'models/model-failures-contract.ts',
    'a silent stream is left after the idle time and asked for again',
  ],
  [
    'sdk-ts#920, #893',
    'a stream ends early',
    'models/model-failures-contract.ts',
    'a reply that breaks off anywhere in any way is asked for again, whole',
  ],
  [
    'sdk-ts#346, vellum#22759, Umbraco.AI#174',
    'overloaded, inside a 200',
    'answer/answer-through-claude.test.ts',
    'an API that stays overloaded inside the stream leads to quotes and a plain sentence',
  ],
  [
    'qwen-code#11216',
    'an attempt is discarded after a call',
    'models/model-failures-contract.ts',
    'calls of an attempt that broke off are dropped',
  ],
  [
    'eve#533, growthbook#6931',
    'a message while an approval waits',
    'answer/approvals.test.ts',
    'another question while something waits makes it void, and is answered',
  ],
  [
    'agenticos#152',
    'an approval was decided',
    'answer/approvals.test.ts',
    'what a model says of an action does not count: what was recorded is told',
  ],
  [
    'extra#139',
    'resuming after an approval',
    'answer/approvals.test.ts',
    'arguments that were changed in the store are not run',
  ],
  [
    'pi#5538, pi-anthropic-oauth#5, opencode#26177',
    'an abort in the middle of a stream',
    'answer/agent-loop.test.ts',
    'an abort in the middle of a turn leaves it as it was last stored',
  ],
  [
    'claude-code#49171, #62379, sdk-py#461',
    'empty text in a reply',
    'models/anthropic.test.ts',
    'empty text of a reply is dropped, and blank text is never sent',
  ],
  [
    'Roo-Code#10351, ai-provider#30, claude-code#63404, openai-agents-py#4155',
    'thinking, also without text',
    'models/anthropic-blocks.test.ts',
    'every kind of block and delta arrives whole, in order, and is sent back byte for byte after storing',
  ],
  [
    'superdav#1388, mastra#15718, agents#280, tracker#507',
    'tool input cut by the token limit',
    'answer/loop-stops.test.ts',
    'a call cut by max_tokens is not run; the reply is asked for again with twice the room',
  ],
  [
    'copilot-cli#2581, craft-agents#498, netclaw#1133, meho#2745',
    'a tool name with dots',
    'models/openai-calls.test.ts',
    'calls come through whatever their ids and fragments look like',
  ],
  [
    'langchain#39271, notion-mcp#341, opencode#47543',
    'alternatives at the root of a schema',
    'tools/search-policies.test.ts',
    'the schemas are plain objects without alternatives at the root',
  ],
  [
    'oh-my-pi#890, deepagents#2497, qwen-code#6338',
    'tools in another order',
    'models/anthropic-cache.test.ts',
    'everything before the messages is the same bytes for every request, after a restart and in any order of tools',
  ],
  [
    'continue#6937, llama_index#20854',
    'breakpoints pile up',
    'models/anthropic-cache.test.ts',
    'cache reads grow with every turn, older messages stay the same and breakpoints never pile up',
  ],
  [
    'openai-node#2150, mem0#5170',
    'vectors in another encoding',
    'embeddings/openai.test.ts',
    'asks for numbers, and for the dimension only where it can be chosen',
  ],
  [
    'Vane#1160',
    'a call without arguments',
    'models/model-contract.ts',
    'a call without arguments has an empty object as input',
  ],
  [
    'pdf-qa-bot#135, community-agent#1225',
    'an answer without evidence',
    'answer/answer-question.test.ts',
    'a reply that stays unsupported becomes an abstention with the closest passages',
  ],
];

for (const [numbers, what, file, name] of reports) {
  test(`${numbers}: ${what} is held by a test`, () => {
    assert.ok(readFileSync(join(projectFolder, 'test', file), 'utf8').includes(`'${name}'`), `${file}: ${name}`);
  });
}
