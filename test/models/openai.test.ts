import { describeModel } from './model-contract.ts';
import { startChatModel } from './start-model.ts';

describeModel('chat completions', { start: startChatModel, wholeAt: 5 });
