import { serve, text } from './serve.mjs';

const outputSchema = { type: 'object', properties: { days: { type: 'number' } }, required: ['days'] };
const definition = { outputSchema };
serve({
  tools: {
    violates: { definition, run: () => ({ ...text('twenty days'), structuredContent: { days: 'twenty' } }) },
    lacks: { definition, run: () => text('twenty days') },
    fits: { definition, run: () => ({ ...text('20'), structuredContent: { days: 20 } }) },
    error_in_data: {
      definition,
      run: () => ({ isError: true, content: [], structuredContent: { error: 'no such person' } }),
    },
  },
});
