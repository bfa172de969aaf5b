const maxNameChars = 80;

export interface TopicQuestion {
  /** What it is about, in few words. */
  readonly topic: string;
  readonly text: string;
}

/** A question that a section of a document answers, also without a language model; undefined where its heading names no topic. */
export function topicQuestion(title: string, heading: string): TopicQuestion | undefined {
  const topic = nameOf(heading);
  const document = nameOf(title);
  const isTopic = /\p{L}{3}/u.test(topic) && !general.has(topic.toLowerCase()) && topic !== document;
  if (!isTopic || topic.length > maxNameChars || document.length > maxNameChars) return undefined;
  return { topic, text: topic.endsWith('?') ? `${document}: ${topic}` : `What about “${topic}” in “${document}”?` };
}

/** A heading without its number and the colon after it. */
function nameOf(heading: string): string {
  return heading
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:(?:§|section|article|chapter|part)\s*)?(?:\d+(?:\.\d+)*|[ivxlc]+|[a-z])[.):]?\s+(?=\p{L})/iu,
      (number) => (/[\d§.):]/.test(number) ? '' : number),
    )
    .replace(/[:.]$/, '');
}

/** Headings that name no topic. */
const general = new Set(
  (
    'introduction,overview,purpose,scope,general,definitions,summary,contents,contact,contacts,history,changes,other,' +
    'miscellaneous,references,appendix,einleitung,überblick,zweck,geltungsbereich,allgemeines,begriffe,zusammenfassung,' +
    'inhalt,kontakt,änderungen,sonstiges,anhang'
  ).split(','),
);
