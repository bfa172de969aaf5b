import type { SmallTalk } from './small-talk-phrases.ts';

/** The fixed answer to a question about the bot itself; undefined for anything else, so that no policy is made up. */
export function aboutReply(words: string, model: string, phrases: SmallTalk): string | undefined {
  const topic = topics.find(({ asks }) => asks.some((pattern) => pattern.test(words)));
  return topic?.reply(phrases, model);
}

interface Topic {
  readonly asks: readonly RegExp[];
  readonly reply: (phrases: SmallTalk, model: string) => string;
}

const you = '(?:you|u|this bot|the bot|bylaw|this)';
const polite = '(?:please |so |and |but |tell me |can you tell me |i wonder |excuse me |quick question )*';
const whole = (...asks: readonly string[]) =>
  asks.map((ask) => new RegExp(`^${polite}(?:${ask})(?: please| exactly| really| actually)?$`, 'u'));

const topics: readonly Topic[] = [
  {
    asks: whole(
      `what can (?:i ask )?${you}(?: do| answer| help (?:me )?with)?(?: for me)?`,
      `what (?:do|does|can) ${you} (?:do|know|offer|answer)(?: about)?`,
      `how (?:do|can|should) i (?:use|ask) ${you}`,
      `how (?:do|does|can) ${you} (?:work|help)(?: me)?`,
      `(?:can|could) you help(?: me)?`,
      'help|help me|commands|features|usage|info|about|what is this|what are my options|what should i ask|what can i ask(?: you)?',
      'was kannst du(?: alles| für mich tun)?|was machst du|wie funktionierst du|hilfe|kannst du mir helfen',
      "que peux tu faire|que pouvez vous faire|qu'est ce que tu peux faire|aide|à quoi sers tu",
      'qué puedes hacer|ayuda|qué sabes hacer|cosa puoi fare|cosa sai fare|aiuto|wat kan je|wat kun je(?: doen)?|o que você pode fazer|o que podes fazer|ajuda|co potrafisz|pomoc',
    ),
    reply: ({ abilities }) => abilities,
  },
  {
    asks: whole(
      `(?:are|r) ${you} (?:an? )?(?:human|real(?: person)?|person|people|robot|bot|machine|ai|computer|alive|real human|real human being)(?: or (?:an? )?(?:human|person|bot|robot|machine|ai))?`,
      `(?:am i|i am) (?:talking|speaking|chatting|writing) (?:to|with) (?:an? )?(?:real )?(?:human|person|bot|robot|machine|ai)(?: or (?:an? )?(?:human|person|bot|robot|machine|ai))?`,
      `who (?:are|is|made|built|wrote|created) ${you}|what are you|what is bylaw|what is your name|what's your name|do you have a name`,
      'bist du (?:ein )?(?:mensch|roboter|bot|echt|ki)|bist du eine (?:ki|maschine)|wer bist du|wie heißt du|sind sie ein mensch',
      'es tu (?:un )?(?:humain|robot)|êtes vous (?:un )?(?:humain|robot)|qui es tu|eres (?:un )?(?:humano|robot)|quién eres|sei (?:un )?(?:umano|robot)|chi sei|ben je een (?:mens|robot)|wie ben je|você é (?:humano|um robô)|quem é você|jesteś człowiekiem|kim jesteś',
    ),
    reply: ({ person }) => person,
  },
  {
    asks: whole(
      `(?:which|what) (?:language )?(?:model|llm|ai|version)(?: (?:are|do|does|is) ${you}(?: (?:use|using|run on|running|based on))?)?`,
      `are you (?:chatgpt|gpt|claude|gemini|copilot|an? llm|a language model)(?: or (?:chatgpt|gpt|claude|gemini))?|what are you (?:based|running|built) on|do you use (?:chatgpt|gpt|claude|ai|openai|anthropic)`,
      'welches (?:sprach)?modell (?:bist|benutzt|nutzt|verwendest) du|quel modèle (?:es tu|utilises tu)|qué modelo (?:eres|usas)|che modello (?:sei|usi)|welk model (?:ben|gebruik) je',
    ),
    reply: (_, model) =>
      model === 'extractive'
        ? 'No language model writes my answers as I am set up now: they are quotes from the policies.'
        : `My answers are written by the language model ${model} and checked, sentence by sentence, against the policies they cite.`,
  },
  {
    asks: whole(
      `who (?:can|could|may|will) (?:read|see) (?:this|that|my (?:questions?|messages?)|what i (?:ask|write)(?: (?:you|here))?|our (?:chat|conversation))`,
      `is (?:this|that|our (?:chat|conversation)|what i (?:ask|write)) (?:private|confidential|anonymous|secret|recorded|logged|stored|saved)`,
      `(?:do|does|will) ${you} (?:store|save|record|log|keep|share|remember) (?:this|that|my (?:questions?|messages?|data)|what i (?:ask|write|say)|our (?:chat|conversation))`,
      '(?:does|can|will) my (?:boss|manager|employer|company) (?:see|read) (?:this|that|my (?:questions?|messages?)|what i (?:ask|write)(?: here)?)',
      'wer kann (?:das|meine fragen?|meine nachrichten?) (?:lesen|sehen)|ist das (?:vertraulich|anonym|privat)|speicherst du (?:das|meine fragen?)|qui peut lire (?:ceci|cela|ça)|quién puede leer esto|chi può leggere questo|wie kan dit lezen',
    ),
    reply: ({ privacy }) => privacy,
  },
];
