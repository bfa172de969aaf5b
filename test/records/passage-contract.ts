import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MakeStore } from './records-contract.ts';
import { passageDraft, publish } from './version-draft.ts';

const text = '# Überstunden 😀\n\nGrüße. 🇩🇪 Zwanzig Tage.\n\n| a\u0000b | 2 |';

export function describePassages(make: MakeStore): void {
  describe('texts and passages', () => {
    it('are cut by indices of JavaScript strings, whatever characters come before', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      const start = text.indexOf('Grüße');
      const end = text.indexOf('\n\n|');
      const sentences = [
        { start: 0, end: 6 },
        { start: 7, end: end - start },
      ];
      await publish(records, 'a.md', {
        text,
        passages: [
          passageDraft(start, end, { headings: ['Überstunden 😀', 'Urlaub'], lead: '| Tag |', page: 3, sentences }),
          passageDraft(end + 2, text.length, { sentences: [] }),
        ],
      });
      const found = await documents.passages(['handbook/a.md@1#1', 'handbook/a.md@1#0']);
      const first = {
        id: 'handbook/a.md@1#0',
        document: 'handbook/a.md',
        version: 1,
        n: 0,
        start,
        end,
        headings: ['Überstunden 😀', 'Urlaub'],
        lead: '| Tag |',
        page: 3,
        sentences,
        text: 'Grüße. 🇩🇪 Zwanzig Tage.',
      };
      assert.deepEqual(found.get('handbook/a.md@1#0'), first);
      assert.equal(found.get('handbook/a.md@1#1')?.text, '| a\u0000b | 2 |');
      assert.equal(await documents.text('handbook/a.md@1'), text);
      const all = await documents.passagesOf('handbook/a.md@1');
      assert.deepEqual(all[0], first);
      assert.deepEqual(
        all.map(({ n }) => n),
        [0, 1],
      );
    });

    it('are found for documents whose names hold the separators', async (t) => {
      const records = await make(t)();
      const id = await publish(records, 'a@2#b.md');
      assert.equal(id, 'handbook/a@2#b.md@1');
      const passage = (await records.documents.passages([`${id}#0`])).get(`${id}#0`);
      assert.equal(passage?.document, 'handbook/a@2#b.md');
      assert.equal(passage?.text, 'Text of a@2#b.md.');
    });

    it('are left out where an id names nothing', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      await publish(records, 'a.md');
      const wrong = [
        '',
        '#0',
        'handbook/a.md',
        'handbook/a.md@1#1',
        'handbook/a.md@1#00',
        'handbook/a.md@1#-0',
        'x@1#0',
      ];
      assert.deepEqual(await documents.passages(wrong), new Map());
      assert.deepEqual(await documents.passagesOf('x@1'), []);
      assert.equal(await documents.text('x@1'), undefined);
      assert.deepEqual(await documents.versions(['x@1']), new Map());
    });

    it('are gone for a reader that had them in memory when another process erases them', async (t) => {
      const open = make(t);
      const [reader, eraser] = [await open(), await open()];
      await publish(reader, 'a.md');
      assert.equal((await reader.documents.passages(['handbook/a.md@1#0'])).size, 1);
      await eraser.documents.retire(['handbook/a.md']);
      await eraser.documents.settle(['handbook/a.md@1']);
      assert.equal(await reader.documents.text('handbook/a.md@1'), undefined);
      assert.equal((await reader.documents.passages(['handbook/a.md@1#0'])).size, 0);
    });
  });
}
