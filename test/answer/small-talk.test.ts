import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallTalkReply } from '../../src/answer/small-talk.ts';
import { createWorld } from './answering-world.ts';
import { cite, createScriptedModel, type Step, say, search } from './scripted-model.ts';

const reply = (text: string, model = 'claude-opus-5-5') => smallTalkReply(text, model);

const said: readonly [RegExp, readonly string[]][] = [
  [
    /^(?:Hello\. I answer questions about the company policies|Hallo\. Ich|Bonjour\. Je|Hola\. Respondo)/,
    [
      ...[
        'hi',
        'Hello there!',
        'Good morning team',
        ':wave: hey',
        '<@U1> hallo',
        'Hi, how are you?',
        'hey bylaw',
        'Moin',
        'Guten Tag',
      ],
      ...[
        'Bonjour à tous',
        'Hola, ¿qué tal?',
        'Ciao',
        'Buongiorno',
        'Goedemorgen allemaal',
        'Olá, tudo bem?',
        'Dzień dobry',
        'How are you doing?',
      ],
    ],
  ],
  [
    /^(?:You're welcome\. I answer questions about|Gern geschehen\. Ich|Je vous en prie\. Je|De nada\. Respondo)/,
    [
      ...[
        'Danke schön!',
        'ok thanks a lot',
        'Thank you so much',
        'got it',
        'Thanks for your help!',
        'great, thank you',
        'merci beaucoup',
      ],
      ...[
        'Muchas gracias',
        'Grazie mille',
        'Dank je wel',
        'Obrigada!',
        'dziękuję',
        'Vielen Dank für die Hilfe',
        'thanks, bye',
        'perfect',
        'no thanks',
      ],
    ],
  ],
  [
    /^(?:I answer questions about the company policies I can read\. Every statement|Ich beantworte|Je réponds|Respondo)/,
    [
      ...[
        'what can you do?',
        'Hi, what can you do for me?',
        'help',
        'Help me',
        'How do you work?',
        'can you help me?',
        'What is this?',
        'what can I ask you',
      ],
      ...[
        'Was kannst du?',
        'Que peux-tu faire ?',
        '¿Qué puedes hacer?',
        'Cosa puoi fare?',
        'Wat kun je doen?',
        'O que você pode fazer?',
        'pomoc',
      ],
    ],
  ],
  [
    /^(?:I am Bylaw, a program|Ich bin Bylaw, ein|Je suis Bylaw, un|Soy Bylaw, un)/,
    [
      ...[
        'Are you a human?',
        'are you a bot or a person?',
        'Am I talking to a real person?',
        'who are you',
        'What are you?',
        "what's your name?",
      ],
      ...[
        'Bist du ein Mensch?',
        'Es-tu un robot ?',
        '¿Eres humano?',
        'Sei un robot?',
        'Ben je een mens?',
        'who made you?',
      ],
    ],
  ],
  [
    /written by the language model claude-opus-5-5 and checked/,
    ['Which model are you?', 'are you ChatGPT?', 'what model do you use', 'Welches Modell bist du?'],
  ],
  [
    /^(?:In a channel or thread everyone there can read it|In einem Kanal|Dans un canal)/,
    [
      'Who can read this?',
      'who can see my questions?',
      'Is this private?',
      'do you store my messages?',
      'can my boss see what I write here?',
      'Wer kann das lesen?',
      'Qui peut lire ça ?',
    ],
  ],
  [
    /^(?:I'm sorry that this is going badly\..*turn to a person|Es tut mir leid.*Menschen)/,
    [
      'This is useless!!!',
      'you are so stupid',
      'WTF',
      'I am really frustrated',
      'this bot is garbage',
      'I hate this',
      'Das ist doch Mist',
      'nobody helps me',
      "I'm fed up with this",
      'again wrong',
    ],
  ],
];

test('what asks for no policy gets a fixed reply, in several languages', () => {
  for (const [expected, texts] of said) for (const text of texts) assert.match(reply(text) ?? '', expected, text);
});

test('the fixed reply is in the language of what was said, in English where that may be several', () => {
  for (const [text, expected] of [
    ['Danke!', /^Gern geschehen/],
    ['Hallo', /^Hallo\. Ich/],
    ['Guten Morgen zusammen', /^Hallo\. Ich/],
    ['Was kannst du?', /^Ich beantworte/],
    ['Bist du ein Mensch?', /^Ich bin Bylaw/],
    ['Wer kann das lesen?', /^In einem Kanal/],
    ['Das ist doch Mist', /^Es tut mir leid/],
    ['merci beaucoup', /^Je vous en prie/],
    ['Que peux-tu faire ?', /^Je réponds/],
    ['¿Eres humano?', /^Soy Bylaw/],
    ['hi', /^Hello/],
    ['Ciao', /^Hello/],
    ['Hallo allemaal', /^Hello/],
    ['who are you', /^I am Bylaw/],
  ] as const)
    assert.match(reply(text) ?? '', expected, text);
});

test('without a language model nobody is told that one writes', () => {
  assert.match(reply('Which model are you?', 'extractive') ?? '', /^No language model writes my answers/);
});

test('anything that may be a question about a policy is none', () => {
  for (const text of [
    ...[
      'Hi, how many days of leave do I get?',
      'thanks, and in the US?',
      'leave',
      'good leave policy',
      'Hello world leave days',
      'bot?',
    ],
    ...[
      'thanks to the new policy, may I work from home?',
      'help me with parental leave',
      'Can you help me with expenses?',
      'what can I expense?',
    ],
    ...[
      'What can you tell me about bonuses?',
      'who can read my personnel file?',
      'Who can see my salary?',
      'are you allowed to carry over leave?',
    ],
    ...[
      'Are people allowed to work abroad?',
      'which model of laptop do I get?',
      'Is my salary confidential?',
      'I am sick',
      "I'm sick, what now?",
    ],
    ...[
      'This rule is useless, who owns it?',
      'I hate my commute, may I work from home?',
      'Bin ich krank, muss ich anrufen?',
      'ok, and in Germany?',
    ],
    ...[
      'What do you do when you are ill?',
      'Does my manager see my sick note?',
      'thank you leave',
      'good morning, is Friday a holiday?',
      'how do I use my vacation days?',
    ],
    ...[
      'who made this policy?',
      'Is overtime recorded?',
      'can I take time off',
      'what is this allowance for?',
      'are you paid for jury duty?',
      'Hilfe bei Elternzeit',
    ],
  ]) {
    assert.equal(reply(text), undefined, text);
  }
});

test('signs without words are left to what asks for a question', () => {
  for (const text of ['', '   ', '👍', ':tada:', '???']) assert.equal(reply(text), undefined, JSON.stringify(text));
});

test('a fixed reply costs neither a search nor a call of the model, and cites nothing', async () => {
  const { model, requests } = createScriptedModel([]);
  const { ask, handbook } = createWorld({ model });
  for (const text of ['Hola', 'Are you a human?', 'this is useless', 'Which model are you?', '👍', '  ', 'Danke!']) {
    const { status, citations } = await ask(text);
    assert.deepEqual([status, citations], ['needs_input', []], text);
  }
  assert.deepEqual([requests.length, handbook.searches.length], [0, 0]);
});

test('of several questions each is answered, or said to be not found by its own', async () => {
  const reply: Step = ({ messages }) =>
    say(
      cite(messages, 'Full-time employees receive 20 days of paid leave a year.', '20 days'),
      { type: 'text', text: ' ' },
      cite(messages, 'Up to 5 unused days may be carried over.', 'Up to 5 unused'),
      " I don't have information about sabbaticals.",
    );
  const { model } = createScriptedModel([search('paid leave days, unused days carried over'), reply]);
  const { text } = await createWorld({ model }).ask(
    'How many days of leave do I get? Can I carry them over? And are there sabbaticals?',
  );
  assert.equal(
    text,
    "Full-time employees receive 20 days of paid leave a year. [1] Up to 5 unused days may be carried over. [2] I don't have information about sabbaticals.",
  );
});
