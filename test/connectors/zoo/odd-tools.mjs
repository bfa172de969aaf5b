import { serve, text } from './serve.mjs';

const anyOf = [
  { properties: { id: { type: 'string' } }, required: ['id'] },
  { properties: { name: { type: 'string' } }, required: ['name'] },
];
serve({
  on: {
    'tools/list': () => ({
      tools: [
        { name: 'admin.find', inputSchema: { anyOf } },
        { name: 'twice', description: 'the first', inputSchema: { type: 'object' } },
        { name: 'twice', description: 'the second', inputSchema: { type: 'object' } },
        {
          name: 'dangling',
          inputSchema: { type: 'object' },
          outputSchema: { type: 'object', $ref: '#/$defs/Missing' },
        },
        { name: 'no_schema', annotations: { readOnlyHint: 'yes', idempotentHint: true } },
        { description: 'it has no name' },
        'not even an object',
      ],
    }),
    'tools/call': () => ({ ...text('found'), structuredContent: { id: 1 } }),
  },
});
