import { aboutReply } from './about-bot.ts';
import { smallTalkFor } from './small-talk-phrases.ts';

/** What a greeting, a thank-you or a question about the bot itself is answered with, or undefined for what may be a question. */
export function smallTalkReply(text: string, model: string): string | undefined {
  const words = plainWords(text);
  if (words === '') return undefined;
  const rest = words.replace(opening, '').trim();
  const phrases = smallTalkFor(words);
  if (thanks.test(words)) return phrases.welcome;
  if (rest === '') return phrases.hello;
  if (upset.test(rest) && anger.test(rest)) return phrases.calm;
  return aboutReply(rest, model, phrases);
}

/** Only words, in lower case: no mentions, emoji or punctuation. */
function plainWords(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/<[@!#][^>]*>|:[a-z0-9_+-]+:|[^\p{L}\p{N}\s']/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const anyone =
  '(?: (?:there|all|everyone|everybody|team|folks|guys|bylaw|bot|again|you|zusammen|alle|allen|leute|ihr|à tous|todos|a todos|tutti|a tutti|allemaal|wszystkim|today|heute))*';
const greeting =
  'hi|hello|hey|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day|night)|morning|hallo|hallöchen|guten (?:morgen|tag|abend)|gute nacht|moin(?: moin)?|servus|grüß gott|grüezi|bonjour|bonsoir|salut|coucou|hola|buenos días|buenas(?: (?:tardes|noches))?|ciao|buongiorno|buonasera|salve|hoi|goedemorgen|goedemiddag|goedenavond|dag|olá|oi|bom dia|boa (?:tarde|noite)|cześć|dzień dobry|dobry wieczór|hej|witam';
const courtesy =
  "how are you(?: doing)?|how's it going|how do you do|what's up|wie geht's|wie geht es (?:dir|ihnen)|ça va|comment ça va|qué tal|cómo estás|come stai|hoe gaat het|tudo bem|jak się masz|nice to meet you";
const opening = new RegExp(`^(?:(?:${greeting})${anyone}(?: |$))*(?:(?:${courtesy})${anyone}(?: |$))*`, 'u');

const thankYou =
  'thanks|thank you|thx|ty|tysm|cheers|much appreciated|appreciate it|danke(?: schön| sehr| dir| ihnen)?|vielen dank|besten dank|herzlichen dank|merci(?: beaucoup| bien)?|gracias|muchas gracias|grazie(?: mille)?|dank je(?: wel)?|bedankt|dank u(?: wel)?|obrigad[oa]|muito obrigad[oa]|dzięki|dziękuję';
const closing =
  'bye|goodbye|see you|tschüss|auf wiedersehen|au revoir|adiós|arrivederci|doei|tot ziens|tchau|do widzenia';
const approval =
  "ok|okay|great|perfect|cool|super|awesome|nice|got it|understood|alright|all right|sounds good|that's all|that helps|that helped|alles klar|verstanden|prima|parfait|d'accord|entendu|vale|perfecto|perfetto|va bene|top|prima|ótimo|świetnie";
const tail =
  '(?: (?:so|very|much|a lot|again|all|everyone|team|bylaw|bot|you|for (?:your|the) (?:help|answer|reply|quick (?:help|answer|reply))|for (?:that|this|helping|everything)|that helps|that helped|i appreciate it|have a (?:nice|good|great) (?:day|one|weekend)|für (?:die|deine|ihre) (?:hilfe|antwort)|pour (?:votre|ton) aide|por (?:tu|su) ayuda|mille|beaucoup|schön|sehr))*';
const thanks = new RegExp(
  `^(?:(?:${approval}|yes|no|great) )*(?:(?:${thankYou})${tail}(?: (?:${closing}))?|(?:${approval})|(?:${closing})${anyone})$`,
  'u',
);

/** Anger or distress that asks nothing: whatever names a topic is a question first. */
const upset =
  /^(?:(?:this|that|it|you|bot|bylaw|your|the|answers?|is|are|was|were|so|such|a|an|just|really|absolutely|completely|totally|all|very|fucking|damn|bloody|again|wtf|ffs|omg|why|still|not|useless|stupid|dumb|terrible|awful|horrible|garbage|rubbish|crap|bullshit|shit|wrong|bad|worst|hopeless|worthless|ridiculous|joke|hate|i|i'm|i am|im|am|me|fed up|sick of|of|with|tired|frustrated|frustrating|angry|furious|upset|annoyed|annoying|stressed|desperate|crying|can't|cannot|cant|take|do|anymore|any|more|stand|no one|nobody|nothing|helps?|works?|waste|time|my|idiot|moron|fuck|piece|help|never|das|ist|doch|so|ein|mist|scheiße|scheisse|nutzlos|blöd|dumm|unfassbar|nervt|du|bist|ich|bin|wütend|verzweifelt|sauer|c'est|nul|inutile|je|suis|en|colère|es|inútil|estoy|harto|harta|frustrado|frustrada)(?: |$))*$/u;

const anger =
  /(?:^| )(?:fucking|damn|bloody|wtf|ffs|useless|stupid|dumb|terrible|awful|horrible|garbage|rubbish|crap|bullshit|shit|wrong|worst|hopeless|worthless|ridiculous|joke|hate|fed up|sick of|tired of|frustrat(?:ed|ing)|angry|furious|upset|annoy(?:ed|ing)|stressed|desperate|crying|no one helps?|nobody helps?|nothing works?|idiot|moron|fuck|mist|scheiße|scheisse|nutzlos|blöd|dumm|unfassbar|nervt|wütend|verzweifelt|sauer|nul|inutile|colère|inútil|harto|harta|frustrad[oa])(?: |$)/u;
