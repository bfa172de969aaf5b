import { serve } from './serve.mjs';

serve({
  tools: {
    all: {
      run: () => ({
        content: [
          { type: 'text', text: 'a text', annotations: { audience: 'nobody known' } },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
          { type: 'audio', data: 'BBBB', mimeType: 'audio/wav' },
          { type: 'resource_link', uri: 'note://1', name: 'note' },
          { type: 'resource', resource: { uri: 'note://2', mimeType: 'text/plain', text: 'inside' } },
          { type: 'video', data: 'CCCC', mimeType: 'video/mp4' },
          { type: 'text' },
          null,
        ],
      }),
    },
    nothing: { run: () => ({}) },
  },
});
