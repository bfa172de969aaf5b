import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Records } from '../../src/records/records.ts';
import { describeAnswers } from './answer-contract.ts';
import { describeApprovals } from './approval-contract.ts';
import { describeAudiences } from './audience-contract.ts';
import { describeConnectors } from './connector-contract.ts';
import { describeCredentials } from './credential-contract.ts';
import { describeElicitations } from './elicitation-contract.ts';
import { describeFeedback } from './feedback-contract.ts';
import { describeForgetting } from './forget-contract.ts';
import { describeLifecycle } from './lifecycle-contract.ts';
import { describeMemories } from './memory-contract.ts';
import { describeOperation } from './operation-contract.ts';
import { describePassages } from './passage-contract.ts';
import { describePrivacy } from './privacy-contract.ts';
import { describeQuestions } from './question-contract.ts';
import { describeSelection } from './selection-contract.ts';
import { describeTickets } from './ticket-contract.ts';
import { describeVectors } from './vector-contract.ts';
import { describeVersions } from './version-contract.ts';

/** Makes an empty store; each call of what it returns opens it once more, as another process would. */
export type MakeStore = (t: TestContext) => () => Promise<Records>;

/** The time that the stores of `MakeStore` are told. */
export const storeTime = Date.parse('2026-11-30T09:00:00Z');

/** What every implementation of `Records` must do. */
export function describeRecords(name: string, make: MakeStore): void {
  describe(`${name} records`, () => {
    it('name their installation, and every process gets the same name', async (t) => {
      const open = make(t);
      const [one, other] = [await open(), await open()];
      const installation = await one.installation();
      assert.match(installation, /^[0-9a-f]{12}$/);
      assert.equal(await other.installation(), installation);
      assert.notEqual(await (await make(t)()).installation(), installation);
    });
    describeLifecycle(make, storeTime);
    describeVersions(make);
    describePassages(make);
    describeSelection(make);
    describeAudiences(make);
    describeVectors(make);
    describeQuestions(make, storeTime);
    describeAnswers(make);
    describeConnectors(make);
    describeTickets(make);
    describeElicitations(make);
    describeCredentials(make);
    describeApprovals(make);
    describeFeedback(make);
    describeMemories(make);
    describeOperation(make);
    describePrivacy(make, storeTime);
    describeForgetting(make, storeTime);
  });
}
