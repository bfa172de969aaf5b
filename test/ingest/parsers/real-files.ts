/** What must become of a real file: it is read with these pieces of text and without those, or refused for the reason. */
export type Outcome =
  | {
      readonly has: readonly (string | RegExp)[];
      readonly hasNot?: readonly (string | RegExp)[];
      /** All of them; absent means none. */
      readonly notes?: readonly (string | RegExp)[];
      readonly pages?: number;
      /** Text recognition takes many seconds. */
      readonly isSlow?: boolean;
    }
  | { readonly refused: string | RegExp; readonly isSlow?: boolean };

const scanned = (page: string) => new RegExp(`^${page} read from a scan, confidence (?:[6-9]\\d|100)$`);

const linn = {
  isSlow: true,
  has: [
    /^## The LinnSequencer\n/,
    'To record a sequence, simply press RECORD and PL',
    'first verse between the second chorus and the bridge.\nDELETE BARS operates the same way to remove\nunwanted sections.',
    'Composition Without Compromise\n',
  ],
  hasNot: [/Recording a Sequence.*simply use LOCATE/, '~~', 'RECORD and PLAY, find the desired'],
  notes: [scanned('page 1 was'), /^\d lines? on page 1 too unclear to be read, and left out$/],
  pages: 1,
} as const;

export const realFiles: Readonly<Record<string, Outcome>> = {
  'README.md': { has: ['| blank.pdf | 781430 | blank page |', '# Awkward real files'] },
  'blank.pdf': { refused: 'has no text: its page is blank' },
  'borderless-table.pdf': {
    has: [
      '## INVENTORY RECONCILIATION REPORT',
      '| Product Code | Location | Expected | Actual | Variance | Status |\n| --- | --- | --- | --- | --- | --- |\n',
      '| SKU-8847 | A-12 | 450 |  |  |  |\n|  | B-07 |  | 289 | -23 |  |\n| SKU-9201 |  | 780 | 778 |  | OK |\n',
      '|  |  |  | 935 | +15 | OK |\n\nVariance Analysis:',
      '| Product Code | Category | Unit Cost | Total Value | Last Audit | Notes |\n',
      '| SKU-4563 | Software | $120.00 | $18,720.00 |  | Critical |\n',
      'Overall Accuracy: 97.2%',
    ],
    pages: 2,
  },
  'da-1p.pdf': {
    has: [
      /^## MAIN GAME\n\n## CREATURES\n/,
      'There, perched atop the spire of the village chantry',
      /puppet for some demon\."$/,
    ],
    hasNot: [/^6$/m],
    pages: 1,
  },
  'docx-hdrftr.docx': { has: [/^Main document$/], hasNot: ['header para', 'footer'] },
  'docx-incomplete-rows.docx': {
    has: [
      '| a | b |\n| --- | --- |\n| c | d |',
      '| a | a | b | c |\n| --- | --- | --- | --- |\n|  | d | d |  |\n| e | d | d | f |\n|  | d | d |  |',
    ],
  },
  'docx-strict.docx': { has: [/^Some text$/] },
  'docx-textbox.docx': {
    has: [
      'Infectious Disease Reporting Procedure',
      '- **Suggested Reportable Symptoms:**\n＊ Fever',
      '- A report must be submitted within 24 hours',
      '1. If necessary, provide health education',
      '2. Implement appropriate epidemic prevention measures',
      '**Case closed.**',
    ],
    hasNot: [/(?:Case closed[\s\S]*){2}/],
  },
  'faa-amt-handbook.pdf': {
    has: [
      'The two general types of self-locking nuts currently in use\nare the all-metal type and the fiber lock type.',
      'Figure 7-26. Self-locking nuts.\nthe most common ranges in size for No. 6 up to 1⁄4 inch',
      'increased to accommodate a fiber locking collar. This',
    ],
    hasNot: [/pulleys.*the most common/],
    pages: 1,
  },
  'html-blog.html': { has: ['## Experiment Setup', 'using a case study for [MATH]('], hasNot: ['<div', 'Skip to'] },
  'ibm-redpaper.pdf': {
    has: [
      '## Contents\n',
      'Table 2-1 FUNCTION_USAGE view\n\n| Column name | Data type | Description |\n| --- | --- | --- |\n',
      '| USER_NAME | VARCHAR(10) | Name of the user profile that has a usage setting for this function. |\n',
      '| User action | *JOBCTL | QIBM_DB_SECADM | QIBM_DB_SQLADM | QIBM_DB_SYSMON | No Authority |\n',
      "| QUSRJOBI() API format 900 or System i Navigator's SQL Details for Job | X |  | X | X |  |\n",
      '| CHANGE PLAN CACHE SIZE procedure (currently does not check authority) | X |  | X |  |  |\n',
    ],
    hasNot: [/^1\d Row and Column Access Control Support/m],
    pages: 18,
  },
  'invalid.pdf': { refused: 'is damaged or not a PDF: open it and save it again' },
  'japanese-4p.pdf': {
    has: ['사망자는 158명으로 나타났다.', '## 1 들어가며\n', '◦ 마시는 물 또는 식품을 매개로'],
    pages: 4,
  },
  'korean-tables.pdf': {
    has: [
      /^## 할인점·주유·온라인쇼핑몰 1\.5% 빅포인트 적립\n/,
      '| 업종 | 적립 대상 |\n| --- | --- |\n| 할인점 | 이마트, 이마트 트레이더스, 롯데마트, 홈플러스 |\n| 주유 | 모든 주유소 |',
      '## 커피전문점·제과점·편의점 2% 빅포인트 적립\n',
      '| 제과점 | 파리바게뜨, 뚜레쥬르 |\n| 편의점 | CU, GS25, 세븐일레븐, 미니스톱 |',
      '빅포인트의 유효기간은 5년으로',
    ],
    hasNot: [/1\.5% 빅포인트 적립 커피전문점/],
    pages: 1,
  },
  'ocr-test.pdf': {
    has: ['Docling bundles PDF document conversion to\nJSON and Markdown in an easy self contained\npackage'],
    notes: [scanned('page 1 was')],
    pages: 1,
  },
  'password.pdf': { refused: 'needs a password: save a copy without one' },
  'pdf-headers.pdf': { has: ['Here is a lovely sentences.'], pages: 1 },
  'pdf-partial-numbering.pdf': {
    has: [
      '1. INTENT',
      '.1 The intent of this Request for Proposal (RFP) is to solicit submissions, in the format',
      '.2 Available information relative to the project',
    ],
    pages: 1,
  },
  'rotated-90.pdf': { has: [/^Hello World Test Text\nSecond line of text here\n/], pages: 1 },
  'rtl-01.pdf': { has: ['تحسين نتائج العمل', 'بلغة R وPython', 'تعزز الإنتاجية'], pages: 1 },
  'sample.asciidoc': {
    has: [
      /^# 2nd Sample Document Title\n/,
      '## Section 2\n',
      '| Column 1 Heading | Column 2 Heading | Column 3 Heading |\n| --- | --- | --- |\n| Cell 1 | Cell 2 | Cell 3 |',
      'Cell 19 Cell 20 Cell 21',
    ],
    hasNot: ['|===', 'image::', '| Cell 15 |'],
    notes: [/^line 80: a table has rows with too many or too few cells/],
  },
  'scan-linn.pdf': linn,
  'scan-skew.pdf': { ...linn, notes: [scanned('page 1 was')] },
  'scanned-minutes.pdf': {
    isSlow: true,
    has: ['Attendees: John Smith, Jane Doe, Bob Johnson', '- Current spend: 75% of allocated budget'],
    notes: [scanned('page 1 was')],
    pages: 1,
  },
  'scanned-page-backus.pdf': {
    has: ['permits one to write recursive functions without a definition.', '13.3.4 Cells, fetching, and storing.'],
    pages: 1,
  },
  'slides.pptx': {
    has: [
      /^## Test Table Slide\n/,
      '|  | Class1 | Class1 | Class1 | Class2 | Class2 | Class2 |\n',
      '| R3 |  | True |  | True |  |  |\n',
      '## Second slide title\n\nLet’s introduce a list\n\n- With foo',
      '## Slide 3\n\n1. List item4\n2. List item5',
    ],
    hasNot: ['Some notes on', 'Final notes'],
    notes: [/^slides 2, 3: speaker notes are not read/],
    pages: 3,
  },
  'table-multirow.pdf': {
    isSlow: true,
    refused:
      /^has no text: page 1 was not read: a picture, or a scan too unclear for text recognition \(confidence [345]\d,/,
  },
  'tts-team-charter.docx': { has: ['## Core working hours', '# [Project name] team charter', '| Standups |  |  |'] },
};
