/** What is said without looking into any policy. */
export interface SmallTalk {
  readonly hello: string;
  readonly welcome: string;
  readonly abilities: string;
  readonly person: string;
  readonly privacy: string;
  readonly calm: string;
}

/** In the language of the words, which are few and known; in English where they are not only one language's. */
export function smallTalkFor(words: string): SmallTalk {
  const language = languages.find(({ signs }) => signs.test(words));
  return language?.phrases ?? english;
}

const english: SmallTalk = {
  ...openings(
    'Hello.',
    "You're welcome.",
    'I answer questions about the company policies I can read and show the clause behind every statement. Ask me, for example, how many days of leave you get.',
  ),
  abilities:
    'I answer questions about the company policies I can read. Every statement comes with the clause it rests on, word for word, and if the policies hold no answer, I say so and show what comes closest. You can ask several things at once, and in your own language. Ask me, for example, how many days of leave you get.',
  person:
    'I am Bylaw, a program. I quote the company policies; a person is never writing here. If you need one, turn to the owner of the policy or to the people team.',
  privacy:
    'In a channel or thread everyone there can read it; in a direct message you and I can. Questions and answers are recorded here with whoever asked, so that answers can be checked later, and those who run me can read those records. What touches harassment, health or danger is not kept in words. Ask those who run me for the details.',
  calm: "I'm sorry that this is going badly. I only quote the company policies, and I may have missed what you need. Ask me again in other words, or turn to a person: the owner of the policy, your manager or the people team can decide what I can't.",
};

const german: SmallTalk = {
  ...openings(
    'Hallo.',
    'Gern geschehen.',
    'Ich beantworte Fragen zu den Richtlinien der Firma, die ich lesen kann, und zeige zu jeder Aussage die Stelle. Frag mich zum Beispiel, wie viele Urlaubstage du hast.',
  ),
  abilities:
    'Ich beantworte Fragen zu den Richtlinien der Firma, die ich lesen kann. Zu jeder Aussage gehört die Stelle, auf der sie beruht, Wort für Wort; steht in den Richtlinien nichts, sage ich das und zeige, was am nächsten kommt. Du kannst mehreres auf einmal fragen, auch in deiner Sprache. Frag mich zum Beispiel, wie viele Urlaubstage du hast.',
  person:
    'Ich bin Bylaw, ein Programm. Ich zitiere die Richtlinien der Firma; hier schreibt nie ein Mensch. Brauchst du einen, wende dich an die Zuständigen der Richtlinie oder an die Personalabteilung.',
  privacy:
    'In einem Kanal oder Thread können es alle dort lesen, in einer Direktnachricht du und ich. Fragen und Antworten werden hier mit der fragenden Person gespeichert, damit Antworten später geprüft werden können; wer mich betreibt, kann das lesen. Was Belästigung, Gesundheit oder Gefahr betrifft, wird nicht im Wortlaut gespeichert. Mehr wissen die, die mich betreiben.',
  calm: 'Es tut mir leid, dass es gerade nicht gut läuft. Ich zitiere nur die Richtlinien der Firma und habe vielleicht übersehen, was du brauchst. Frag noch einmal mit anderen Worten oder wende dich an einen Menschen: Die Zuständigen der Richtlinie, deine Führungskraft oder die Personalabteilung können entscheiden, was ich nicht kann.',
};

const french: SmallTalk = {
  ...openings(
    'Bonjour.',
    'Je vous en prie.',
    'Je réponds aux questions sur les règlements de l’entreprise que je peux lire et je montre le passage derrière chaque affirmation. Demandez-moi par exemple combien de jours de congé vous avez.',
  ),
  abilities:
    'Je réponds aux questions sur les règlements de l’entreprise que je peux lire. Chaque affirmation vient avec le passage sur lequel elle repose, mot pour mot ; si les règlements ne disent rien, je le dis et je montre ce qui s’en approche le plus. Vous pouvez poser plusieurs questions à la fois, dans votre langue.',
  person:
    'Je suis Bylaw, un programme. Je cite les règlements de l’entreprise ; aucune personne n’écrit ici. S’il vous en faut une, adressez-vous au responsable du règlement ou aux ressources humaines.',
  privacy:
    'Dans un canal ou un fil, tous ceux qui y sont peuvent lire ; dans un message direct, vous et moi. Les questions et les réponses sont enregistrées ici avec la personne qui les pose, pour pouvoir vérifier les réponses plus tard ; ceux qui me gèrent peuvent les lire. Ce qui touche au harcèlement, à la santé ou au danger n’est pas gardé mot pour mot.',
  calm: 'Je suis désolé que cela se passe mal. Je ne fais que citer les règlements de l’entreprise, et j’ai peut-être manqué ce qu’il vous faut. Demandez-le autrement, ou adressez-vous à une personne : le responsable du règlement, votre responsable ou les ressources humaines peuvent décider ce que je ne peux pas.',
};

const spanish: SmallTalk = {
  ...openings(
    'Hola.',
    'De nada.',
    'Respondo preguntas sobre las normas de la empresa que puedo leer y muestro el pasaje de cada afirmación. Pregúntame, por ejemplo, cuántos días de vacaciones tienes.',
  ),
  abilities:
    'Respondo preguntas sobre las normas de la empresa que puedo leer. Cada afirmación viene con el pasaje en que se basa, palabra por palabra; si las normas no dicen nada, lo digo y muestro lo más cercano. Puedes preguntar varias cosas a la vez, y en tu idioma.',
  person:
    'Soy Bylaw, un programa. Cito las normas de la empresa; aquí nunca escribe una persona. Si necesitas una, dirígete a quien es responsable de la norma o a recursos humanos.',
  privacy:
    'En un canal o hilo lo leen todos los que están allí; en un mensaje directo, tú y yo. Las preguntas y respuestas se guardan aquí con quien pregunta, para poder comprobar las respuestas después; quienes me administran pueden leerlas. Lo que toca al acoso, la salud o el peligro no se guarda en palabras.',
  calm: 'Siento que esto vaya mal. Solo cito las normas de la empresa y quizá no encontré lo que necesitas. Pregúntame con otras palabras o dirígete a una persona: quien es responsable de la norma, tu jefe o recursos humanos pueden decidir lo que yo no puedo.',
};

function openings(hello: string, welcome: string, whatItDoes: string): Pick<SmallTalk, 'hello' | 'welcome'> {
  return { hello: `${hello} ${whatItDoes}`, welcome: `${welcome} ${whatItDoes}` };
}

const word = (list: string) => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'u');

/** Words of one language alone, of those that small talk is known by. */
const languages: readonly { readonly signs: RegExp; readonly phrases: SmallTalk }[] = [
  {
    signs: word(
      'hallöchen|guten (?:morgen|tag|abend)|gute nacht|moin|servus|grüß gott|grüezi|hallo(?! allemaal)|danke|vielen dank|besten dank|herzlichen dank|alles klar|verstanden|tschüss|auf wiedersehen|du|wer kann|ist das|sind sie|hilfe|mist|scheiße|scheisse|nutzlos|blöd|dumm|nervt|wütend|verzweifelt|sauer',
    ),
    phrases: german,
  },
  {
    signs: word(
      "bonjour|bonsoir|salut|coucou|merci|ça va|d'accord|entendu|parfait|au revoir|que peux tu|que pouvez vous|qu'est ce que|aide|à quoi|es tu|êtes vous|qui peut|nul|inutile|colère",
    ),
    phrases: french,
  },
  {
    signs: word(
      'hola|buenos días|buenas|gracias|qué|cómo estás|perfecto|adiós|ayuda|eres|quién|inútil|harto|harta|frustrado|frustrada',
    ),
    phrases: spanish,
  },
];
