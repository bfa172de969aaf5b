import { describeModel } from './model-contract.ts';
import { startModel } from './start-model.ts';

describeModel('Claude', { start: startModel, wholeAt: 9 });
