/** @import { PageState } from '../page-state.ts' */

/**
 * Something that what is being typed may be completed to. It replaces the text from `start` to the caret.
 * @typedef {{ insert: string, note: string, start: number }} Suggestion
 */

/**
 * People after `@`, commands after `/` at the start.
 * @param {HTMLTextAreaElement} field
 * @param {PageState} state
 * @returns {Suggestion[]}
 */
export function suggestionsFor(field, state) {
  const typed = field.value.slice(0, field.selectionStart);
  const mention = /(?:^|\s)@([\w.-]*)$/.exec(typed);
  if (mention !== null) {
    const part = (mention[1] ?? '').toLowerCase();
    const start = typed.length - part.length - 1;
    const members = state.channels.find(({ id }) => id === state.channel?.id)?.members ?? [];
    return members
      .filter((id) => id !== state.me)
      .flatMap((id) => state.names[id] ?? [])
      .filter(({ name, handle }) => startsWord(name, part) || handle.startsWith(part))
      .sort((a, b) => Number(b.isBot) - Number(a.isBot))
      .map(({ name, handle }) => ({ insert: `@${handle}`, note: name, start }));
  }
  if (!/^\/\w*$/.test(typed)) return [];
  return state.commands
    .filter(({ command }) => command.startsWith(typed))
    .map(({ command, hint, description }) => ({ insert: command, note: `${hint} ${description}`, start: 0 }));
}

/**
 * Puts a suggestion into the field.
 * @param {HTMLTextAreaElement} field
 * @param {Suggestion} suggestion
 */
export function completed(field, { insert, start }) {
  field.setRangeText(`${insert} `, start, field.selectionStart, 'end');
}

/**
 * @param {string} name
 * @param {string} part
 */
function startsWord(name, part) {
  return name
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(part));
}
