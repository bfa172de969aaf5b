import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chunk } from '../../src/ingest/chunk.ts';
import { parseFile } from '../../src/ingest/parsers/parse-file.ts';
import { openLibrary } from './library-fixture.ts';

const files = fileURLToPath(new URL('../../../shared/data/files/', import.meta.url));

/** Three passages of a handbook in each language, and questions with the place of what answers them. */
const handbooks: Readonly<
  Record<string, { readonly passages: readonly string[]; readonly asked: readonly [string, number][] }>
> = {
  Chinese: {
    passages: ['员工每年享有二十天带薪年假。', '出差费用须在三十天内报销。', '远程办公需要经理批准。'],
    asked: [
      ['年假有多少天？', 0],
      ['怎么报销出差费用', 1],
      ['可以远程办公吗', 2],
    ],
  },
  Japanese: {
    passages: [
      '年次有給休暇は年に二十日です。',
      '出張費は三十日以内に精算してください。',
      'リモートワークには上司の承認が必要です。',
    ],
    asked: [
      ['有給休暇は何日ありますか', 0],
      ['出張費の精算方法', 1],
      ['リモートワークはできますか', 2],
    ],
  },
  Korean: {
    passages: [
      '연차휴가는 일년에 20일입니다.',
      '출장비는 30일 이내에 정산해야 합니다.',
      '재택근무는 관리자의 승인이 필요합니다.',
    ],
    asked: [
      ['휴가가 며칠인가요', 0],
      ['출장비 정산', 1],
      ['재택근무를 할 수 있나요', 2],
    ],
  },
  Thai: {
    passages: ['พนักงานมีวันลาพักร้อนปีละสิบวัน', 'ค่าเดินทางต้องเบิกภายในสามสิบวัน', 'การทำงานจากบ้านต้องได้รับอนุมัติ'],
    asked: [
      ['ลาพักร้อนได้กี่วัน', 0],
      ['เบิกค่าเดินทางอย่างไร', 1],
      ['ทำงานจากบ้านได้ไหม', 2],
    ],
  },
  Arabic: {
    passages: [
      'الإجازة السنوية ثلاثون يوما في السنة.',
      'تسدد مصاريف السفر خلال ثلاثين يوما.',
      'العمل من المنزل يحتاج إلى موافقة المدير.',
    ],
    asked: [
      ['كم يوما إجازة سنوية؟', 0],
      ['كيف أسترد مصاريف سفر', 1],
      ['هل يمكنني العمل من المنزل', 2],
    ],
  },
  German: {
    passages: [
      'Der Urlaub beträgt 28 Tage im Jahr.',
      'Ein Antrag auf Erstattung der Reisekosten ist binnen 30 Tagen zu stellen.',
      'Überstunden genehmigt die Führungskraft.',
    ],
    asked: [
      ['Wie viele Urlaubstage habe ich?', 0],
      ['Reisekostenerstattung', 1],
      ['Wer genehmigt Uberstunden?', 2],
    ],
  },
  Spanish: {
    passages: [
      'Las vacaciones son de 23 días laborables al año.',
      'Los gastos de viaje se reembolsan en 30 días.',
      'El teletrabajo requiere autorización.',
    ],
    asked: [
      ['¿Cuántas vacaciones tengo?', 0],
      ['reembolso de un gasto de viaje', 1],
      ['autorizacion de teletrabajo', 2],
    ],
  },
  Russian: {
    passages: [
      'Ежегодный отпуск составляет 28 дней.',
      'Расходы на командировку возмещаются в течение месяца.',
      'Удалённая работа согласуется с руководителем.',
    ],
    asked: [
      ['Сколько дней отпуск?', 0],
      ['расходы на командировку', 1],
      ['удалённая работа', 2],
    ],
  },
  Hindi: {
    passages: [
      'कर्मचारियों को साल में बीस दिन की छुट्टी मिलती है।',
      'यात्रा खर्च तीस दिन में चुकाया जाता है।',
      'घर से काम के लिए अनुमति चाहिए।',
    ],
    asked: [
      ['छुट्टी कितने दिन', 0],
      ['यात्रा खर्च', 1],
      ['घर से काम', 2],
    ],
  },
};

test('finds passages of every language in their language, beside those of all others', async (t) => {
  const { put, search } = await openLibrary(t);
  await put(...Object.entries(handbooks).map(([name, { passages }]) => ({ path: `${name}.md`, passages })));

  for (const [name, { asked }] of Object.entries(handbooks)) {
    for (const [question, n] of asked) {
      const { hits } = await search(question);
      assert.deepEqual([hits[0]?.version.path, hits[0]?.passage.n], [`${name}.md`, n], `${name}: ${question}`);
    }
  }
});

for (const [file, question, answer] of [
  ['japanese-4p.pdf', '보험약관 재해보험금 지급', /재해보험금/],
  ['korean-tables.pdf', '커피전문점 빅포인트 적립', /커피전문점/],
  ['rtl-01.pdf', 'البرمجة بلغة Python', /البرمجة/],
] as const) {
  test(`finds in ${file} what it says`, { skip: !existsSync(files) && 'the shared files are missing' }, async (t) => {
    const { text } = await parseFile({ path: file, bytes: readFileSync(`${files}${file}`) });
    const drafts = chunk({ text, title: file }, { maxChars: 1000 });
    const { put, search } = await openLibrary(t);
    await put(
      { path: file, passages: drafts.map(({ start, end }) => text.slice(start, end)) },
      { path: 'other.md', passages: ['Employees receive 20 days of paid leave.'] },
    );

    assert.match((await search(question)).hits[0]?.passage.text ?? '', answer);
  });
}
