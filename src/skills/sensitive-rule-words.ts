// What tells a question about a rule from a told case, in the notation of sensitive-patterns.ts.
import { chief, illness, kin, krankheit, leader, verwandt } from './sensitive-words.ts';

/** What may stand before the question itself. */
export const preamble =
  '(hi|hello|hey|hallo|moin|guten (morgen|tag)|good (morning|afternoon)|there|all|zusammen|please|bitte|and|und|so|also|quick question|kurze frage|eine frage|question|frage|thanks|thank you|danke|can you tell me|could you tell me|please tell me|tell me|i would like to know|id like to know|i want to know|kannst du mir sagen|koenntest du mir sagen|sag mir|ich (wuerde gern|wuerde gerne|moechte|will) wissen|,)';

/** How a question about a rule begins; every sentence of the message has to begin so. */
export const opener =
  '(what|whats|which|who|whos|whom|whose|where|wheres|when|how|(on|in|at|to|from|under|for|after) (what|which|whom)|is|are|do|does|can|could|may|must|should|would|will|am i|if|in case|was|welche…|wer|wen|wem|wo|wohin|wann|wie|wieviel…|wird|werden|an (wen|welche…)|bei (wem|welche…)|mit wem|ab wann|bis wann|zu wem|(gibt|gilt|gelten|ist|sind|hat|haben|habe|bekomm…|krieg…|erhalt…|darf|duerfen|kann|koennen|muss|muessen|soll|sollen|steht|stehen|zaehlt|zaehlen|schuetzt|bin ich)|wenn|falls|im fall|im falle)';

const ownKin = `(my|mein…) ([^ ,]+ ){0,2}?${kin.slice(0, -1)}|${verwandt.slice(1, -1)})s?`;
const rite =
  '(funeral…|burial|memorial|wake|death|passing|beerdigung…|beisetzung…|bestattung…|begraebnis…|trauerfeier…|tod|tode|todes|todesfall)';

/** Phrases in which the asker, or a relative, stands in a question about a rule without anything being told of them. */
export const hypothetical: readonly string[] = [
  '(can|could|may|must|should|do|would|shall|will) (i|we) (also |still |even )?(get|be paid|take|have|report|contact|tell|ask|turn|go|find|raise|speak|talk|apply|request|use|need|be away|be off|file|attend|submit|inform|read|learn|offer|handle|deal|define|protect)',
  '(do|am) i (entitled|allowed|required|obliged|eligible|paid)',
  '(days|leave|time|weeks|what|where|who|how|when|whether|if) ~ i (get|can|may|must|should|need to|have to|am entitled|am allowed) (report|take|contact|tell|ask|turn|off)?',
  '(i|we) (need|have) to (go|attend|travel)',
  'our (policy|policies|rules?|code|handbook|hotline|channel|training|procedure|process|guidelines?)',
  '(bekomme|kriege|erhalte|darf|kann|muss|soll|sollte|koennte|melde|wende|finde|beantrage|nehme|erreiche|kontaktiere|frage|erfahre) ich( mich)?',
  'habe ich ([^ ,]+ ){0,4}?(anspruch|frei|urlaub|sonderurlaub|recht|rechte|tage)',
  '(rechte|anspruch|tage|urlaub|sonderurlaub|frei) habe ich',
  'my rights',
  '(where|who|whom|how|what|which) i (report|contact|tell|ask|turn)',
  'bin ich (verpflichtet|berechtigt)',
  '(steht|stehen) mir',
  'ich (mich )?([^ ,]+ ){0,3}?(bekomme|kriege|erhalte|darf|wenden|melden|melde|wende|frei habe)',
  '(haben|bieten|gehen|bekommen|muessen|koennen|duerfen) wir',
  `(for|to|of|at|after|attend|zur|zum|auf|bei|nach|an|fuer)? ${ownKin} ${rite}`,
  `${rite} (of|von|des|der)? ?${ownKin}`,
  `(if|when|in case|wenn|falls|sobald) (${ownKin}|${verwandt}|${kin}) (dies|died|die|has died|passes|passes away|passed away|passed on|stirbt|sterben|verstirbt|gestorben ist|verstorben ist|gestorben|verstorben)`,
];

/** Left over once those phrases are taken out, any of these tells of somebody, of an event, or of fear. */
export const tells: readonly string[] = [
  '(i|im|ive|id|me|my|mine|myself|we|weve|our|ours|us|he|hes|she|shes|his|her|him)',
  '(ich|mich|mir|mein…|wir|uns|unser…|er|ihn|ihm)',
  '(is|was|are|were|ist|war|waere) (this|that|these|it|das|dies|diese…|so etwas|sowas)',
  '(yesterday|today|tonight|last (night|week|month|year)|this (morning|week)|just now|gestern|vorgestern|heute|gerade|letzte…|neulich|happened|passiert ist)',
  '(afraid|scared|fear…|desperate|cope|crying|angst|fuerchte…|verzweifelt|weine…|hilfe|help|anymore|any more|nicht (mehr|weiter)|dying|im sterben|hospice|hospiz|suicid…|selbstmord…|suizid…|killed|evidence|beweis…|without (a |any )?name|ohne namen?)',
  '(the|das|dem|die|der|dieses) (bullying|harassment|racism|sexism|discrimination|mobbing|belaestigung|rassismus|diskriminierung)(?! (polic…|training|rules?|procedure|process|reports?|complaints?|hotline|guideline|section|at work|am arbeitsplatz))',
  `(${kin.slice(1, -1)}|${verwandt.slice(1, -1)}) (has |is |ist |sind )?([^ ,]+ ){0,2}?(died|passed|dead|gestorben|verstorben|tot|eingeschlafen)`,
  ', (need|brauche|they)',
  '(the|a|der|dem|den|ein|einen|einem) (boss|team lead|ceo|cfo|director|harasser|chef…|teamleiter…|abteilungsleiter…|einkaufsleiter…)',
  '(groped|begrapsch…|begrabsch…)',
  '(bullies|bullied|harasses|mobs) (them|women)',
  '(mon|tues|wednes|thurs|fri|satur|sun)day',
  '(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)',
  '(what to do|was tun|was macht man|was machen) ~ (if|when|wenn|falls|because|weil)',
  `, (the |a |an |one |some |der |die |das |ein |eine )?(${leader.slice(1, -1)}|${chief.slice(1, -1)}) (is|was|has|keeps|does|ist|hat|wird)`,
  '(the|this|that|these|dem|den|der|diese…) ([^ ,]+ )?(fraud|bribery|bribes|theft|embezzlement|harassment|bullying|discrimination|betrug|bestechung|mobbing|belaestigung) (in|by|from|that|going|im|in der|durch|von|gegen)',
];

/** With the asker in the sentence, these tell of a case too: a certain person, a wish to stay hidden, an illness. */
export const tellsOfAsker: readonly string[] = [
  `(a|an|one|the|some|senior|ein…|der|die|dem|den) ([^ ,]+ )?(${leader.slice(1, -1).replace('|he|she|they', '').replace('|head', '')}|${chief.slice(1, -1).replace('|er|sie', '')})`,
  '(someone|somebody|jemand…)',
  '(report|tell|melden|melde|sagen|erzaehlen) (, )?(that|dass)',
  '(fired|gekuendigt|being|losing|grieving|anonym…|confidential…|vertraulich…|about it|do about|dagegen)',
  illness,
  krankheit,
];
export const asker = '(i|ich|me|mir|mich|we|wir|my|mein…)';
