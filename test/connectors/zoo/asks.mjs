// Asks its client while a call runs.
import { serve, text } from './serve.mjs';

const form = { type: 'object', properties: { reason: { type: 'string' } }, required: ['reason'] };
serve({
  tools: {
    close: {
      run: async (_, { ask }) => {
        const { result } = await ask('elicitation/create', { message: 'Why?', requestedSchema: form });
        return text(JSON.stringify(result));
      },
    },
    sample: {
      run: async (_, { ask }) => {
        const sampling = await ask('sampling/createMessage', { messages: [], maxTokens: 10 });
        const roots = await ask('roots/list', {});
        return text(`${sampling.error.code} ${roots.error.code}`);
      },
    },
  },
});
