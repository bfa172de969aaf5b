import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokensOf } from '../../src/library/tokens.ts';

test('lower-cases, drops stop words and stems', () => {
  assert.deepEqual(tokensOf("What's the notice period for Employees' requests?"), [
    's',
    'notic',
    'period',
    'employe',
    'request',
  ]);
});

test('reads compatibility forms as what they stand for', () => {
  assert.deepEqual(tokensOf('ﬁnance Ⅳ ２０２６'), tokensOf('finance iv 2026'));
});

test('keeps words of every alphabet', () => {
  assert.deepEqual(tokensOf('кассовый разрыв 2026'), ['кассовый', 'разрыв', tokensOf('2026')[0]]);
  assert.deepEqual(tokensOf('हिन्दी छुट्टी'), ['हिन्दी', 'छुट्टी']);
});

test('splits scripts without spaces into characters and pairs', () => {
  assert.deepEqual(tokensOf('认证系统'), ['认', '认证', '证', '证系', '系', '系统', '统']);
  assert.deepEqual(tokensOf('使用JWT令牌'), ['使', '使用', '用', 'jwt', '令', '令牌', '牌']);
  assert.deepEqual(tokensOf('휴가'), ['휴', '휴가', '가']);
  assert.deepEqual(tokensOf('ルール'), ['ル', 'ルー', 'ー', 'ール', 'ル']);
});

test('reads words with and without their accents as the same', () => {
  for (const [written, typed] of [
    ['Überstunden', 'Uberstunden'],
    ['días', 'dias'],
    ['congés payés', 'conges payes'],
    ['Straße', 'Strasse'],
  ])
    assert.deepEqual(tokensOf(written ?? ''), tokensOf(typed ?? ''));
});

test('reads Arabic words with and without article, vowel signs and hamza as the same', () => {
  assert.deepEqual(tokensOf('الإجازة السنوية'), tokensOf('إجازة سنوية'));
  assert.deepEqual(tokensOf('والإِجَازَة بالأجر'), tokensOf('اجازه اجر'));
});

test('gives strings for words that are names of object properties', () => {
  for (const word of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
    for (const token of tokensOf(word)) assert.equal(typeof token, 'string');
  }
  assert.deepEqual(tokensOf('constructor'), ['constructor']);
});

test('takes no time over a word of a hundred thousand letters', () => {
  assert.equal(tokensOf('eed'.repeat(33_333))[0]?.length, 99_999);
});

test('has no tokens for marks and stop words alone', () => {
  assert.deepEqual(tokensOf('What is this? — !!! 🎉'), []);
});
