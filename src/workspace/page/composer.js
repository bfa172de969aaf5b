/** @import { Page } from './page.js' */
import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { fileProblem, readFiles } from './attaching.js';
import { icons } from './icons.js';
import { isWithApp } from './place.js';
import { completed, suggestionsFor } from './suggestions.js';

/**
 * The field of a channel or a thread.
 * @param {Page} page
 * @param {{ name: 'channel' | 'thread', label: string, thread: string }} options
 */
export function composer(page, { name, label, thread }) {
  const { place } = page;
  const key = `${place.me} ${place.channel} ${thread}`;
  const id = `${name}-field`;
  const field = () => /** @type {HTMLTextAreaElement} */ (document.getElementById(id));
  const files = page.attached.get(key) ?? [];
  const { list, at } = page.suggesting?.key === key ? page.suggesting : { list: [], at: 0 };

  const suggest = () => {
    page.drafts.set(key, field().value);
    const found = suggestionsFor(field(), page.state);
    page.change({ suggesting: found.length === 0 ? undefined : { key, list: found, at: 0 } });
  };
  /** @param {number} chosen */
  const take = (chosen) => {
    const suggestion = list[chosen];
    if (suggestion !== undefined) completed(field(), suggestion);
    page.drafts.set(key, field().value);
    page.change({ suggesting: undefined });
    page.focus(`#${id}`);
  };
  const send = async () => {
    const text = field().value.trim();
    if (text === '' && files.length === 0) return;
    const command = page.state.commands.some((each) => text === each.command || text.startsWith(`${each.command} `));
    if (command && thread !== '') {
      page.change({ problem: 'Commands do not work in threads, as in Slack. Write it in the field of the channel.' });
      return;
    }
    const unknown = command ? undefined : /^\/[a-z][\w-]*(?!\S)/i.exec(text)?.[0];
    if (unknown !== undefined) {
      const known = page.state.commands.map((each) => each.command).join(', ');
      page.change({ problem: `${unknown} is not a command here, so it was not sent. There is: ${known}` });
      return;
    }
    field().value = '';
    page.drafts.delete(key);
    page.attached.delete(key);
    page.change({ suggesting: undefined });
    const where = { channel: place.channel, ...(thread !== '' && { thread }) };
    const outcome = command
      ? await page.act({ kind: 'command', channel: place.channel, line: text })
      : await page.act({ kind: 'say', ...where, text, files });
    if (outcome.problem !== undefined && field().value === '') field().value = text;
    if (outcome.ts === undefined || thread !== '' || !isQuestion(page, text)) return;
    page.change({ asked: outcome.ts });
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.isComposing) return;
    const isOpen = list.length > 0;
    if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const to = (at + (event.key === 'ArrowDown' ? 1 : list.length - 1)) % list.length;
      page.change({ suggesting: { key, list, at: to } });
    } else if (isOpen && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) take(at);
    else if (isOpen && event.key === 'Escape') page.change({ suggesting: undefined });
    else if (event.key === 'Enter' && !event.shiftKey) void send();
    else return;
    event.preventDefault();
  };
  /** @param {Event} event */
  const attach = async (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || input.files === null) return;
    const chosen = [...input.files];
    input.value = '';
    const problem = fileProblem(chosen);
    if (problem === undefined) page.attached.set(key, [...files, ...(await readFiles(chosen))]);
    page.change({ problem: problem ?? '' });
    page.focus(`#${id}`);
  };

  return html`<form class="composer" @submit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    void send();
  }}>
    ${suggestionList(list, at, name, take)}
    ${keyed(
      key,
      html`<textarea id=${id} rows="2" aria-label=${label} placeholder=${label} autocomplete="off" aria-autocomplete="list"
        aria-controls=${list.length > 0 ? `${name}-suggestions` : nothing}
        aria-activedescendant=${list.length > 0 ? `${name}-suggestion-${at}` : nothing}
        .defaultValue=${page.drafts.get(key) ?? ''} @input=${suggest} @keydown=${onKey}></textarea>`,
    )}
    ${
      files.length === 0
        ? nothing
        : html`<ul class="files" aria-label="Attached files">${files.map(
            (file) => html`<li>${icons.file} ${file.name}
              <button type="button" class="quiet" aria-label=${`Remove ${file.name}`} @click=${() => {
                page.attached.set(
                  key,
                  files.filter((each) => each !== file),
                );
                page.focus(`#${id}`);
              }}>${icons.close}</button></li>`,
          )}</ul>`
    }
    <div class="composer-foot">
      <label class="quiet attach" title="Attach a file">
        ${icons.attach}<input type="file" class="visually-hidden" aria-label="Attach a file" multiple accept=".txt,.md,.pdf,.docx" @change=${attach} />
      </label>
      <span class="hint">Enter sends, Shift + Enter starts a new line</span>
      <button type="submit" class="button primary send" aria-label="Send">${icons.send}</button>
    </div>
  </form>`;
}

/**
 * @param {Page} page
 * @param {string} text
 */
function isQuestion({ state, place }, text) {
  const handle = state.names[state.bot]?.handle ?? '';
  return isWithApp(state, place.channel) || text.toLowerCase().includes(`@${handle.toLowerCase()}`);
}

/**
 * @param {readonly import('./suggestions.js').Suggestion[]} list
 * @param {number} at
 * @param {string} name
 * @param {(chosen: number) => void} take
 */
function suggestionList(list, at, name, take) {
  if (list.length === 0) return nothing;
  return html`<ul class="suggestions" id=${`${name}-suggestions`} role="listbox" aria-label="Suggestions">
    ${list.map(
      (each, index) => html`<li id=${`${name}-suggestion-${index}`} role="option" aria-selected=${index === at}
        @mousedown=${(/** @type {Event} */ event) => {
          event.preventDefault();
          take(index);
        }}><strong>${each.insert}</strong> <span class="hint">${each.note}</span></li>`,
    )}
  </ul>`;
}
