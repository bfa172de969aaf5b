import { serve } from './serve.mjs';

serve({ version: '2099-01-01' });
