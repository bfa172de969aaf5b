const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

/**
 * What a person wrote, from the text of an event: the bot's mention removed, links and mentions readable, entities
 * decoded. One pass, so that a literal `&amp;lt;` comes out as `&lt;`.
 */
export function readSlackText(text: string, botUser: string): string {
  return text
    .replace(/<([^<>]*)>|&(amp|lt|gt);/g, (written, token?: string, entity?: string) => {
      if (entity !== undefined) return entities[entity] ?? written;
      return readToken(token ?? '', botUser);
    })
    .trim();
}

function readToken(token: string, botUser: string): string {
  const bar = token.indexOf('|');
  const target = bar === -1 ? token : token.slice(0, bar);
  const label = bar === -1 ? '' : decode(token.slice(bar + 1));
  if (target === `@${botUser}`) return '';
  if (target.startsWith('@') || target.startsWith('#')) return label === '' ? target : `${target.charAt(0)}${label}`;
  if (target.startsWith('!')) return label === '' ? `@${target.slice(1)}` : label;
  return label === '' ? decode(target) : label;
}

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (written, entity: string) => entities[entity] ?? written);
}

/** Text that Slack shows literally in `text` and mrkdwn: no link, no mention, nobody notified. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** One line of foreign text to stand inside Markdown, with no formatting of its own. */
export function escapeInline(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_~[\]]/g, '\\$&')
    .replace(/&(?=#?\w{1,32};)/g, '&amp;')
    .replaceAll('<', '&lt;');
}
