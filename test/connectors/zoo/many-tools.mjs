import { serve, text } from './serve.mjs';

const entries = Array.from({ length: 130 }, (_, i) => [`tool_${i}`, { run: () => text(String(i)) }]);
serve({ tools: Object.fromEntries(entries) });
