/** @import { Json, PageAction, PageFile, PageOutcome, PageState } from '../page-state.ts' */
/** @import { Press } from './elements.js' */
/** @import { Place } from './place.js' */
/** @import { Suggestion } from './suggestions.js' */
import { announcement } from './announcement.js';
import { isWithApp, placeLink, readPlace } from './place.js';
import { fetchState, followChanges, sendAction } from './server.js';

/**
 * What the templates read and call.
 * @typedef {object} Page
 * @property {PageState} state
 * @property {Place} place
 * @property {boolean} isOnline
 * @property {string} problem What the last action was refused with.
 * @property {string} announced For screen readers.
 * @property {string} menu The message whose menu is open, as `conversation ts`.
 * @property {string} editing The message that is being edited, the same way.
 * @property {boolean} isNavigationOpen In a narrow window.
 * @property {{ confirm: Json, proceed: () => void } | undefined} question
 * @property {Readonly<Record<string, string>>} errors Of the open dialog's fields.
 * @property {Map<string, string>} drafts By conversation.
 * @property {string} asked Time of a question whose thread is opened once something stands in it.
 * @property {Map<string, readonly PageFile[]>} attached Files to be sent with the next message, by conversation.
 * @property {{ key: string, list: readonly Suggestion[], at: number } | undefined} suggesting
 * @property {Map<string, string>} seen The newest message seen, by person and channel.
 * @property {(action: PageAction) => Promise<PageOutcome>} act
 * @property {(press: Press, where: { channel?: string, ts?: string, view?: string }) => void} press
 * @property {(place: Partial<Place>) => void} go
 * @property {(ts: string) => void} openThread And puts the caret into its field.
 * @property {(change: Partial<Page>) => void} change
 * @property {(selector: string) => void} focus Once it has been drawn.
 */

/**
 * Keeps the page in step with the address and the workspace; `draw` is called after every change.
 * @param {{ window: Window, draw: (page: Page) => void }} surroundings
 */
export function createPage({ window, draw }) {
  /** @type {Page | undefined} */
  let page;
  let place = readPlace(window.location.hash);
  let isFetching = false;
  let isStale = false;
  let wanted = '';
  let opened = '';

  function redraw() {
    if (page === undefined) return;
    draw(page);
    if (wanted === '') return;
    const field = window.document.querySelector(wanted);
    if (!(field instanceof HTMLElement)) return;
    field.focus();
    wanted = '';
  }

  async function refresh() {
    isStale = true;
    if (isFetching) return;
    isFetching = true;
    try {
      while (isStale) {
        isStale = false;
        const asked = place;
        const state = await fetchState(asked);
        // What was asked for before the person went on is no longer of interest.
        if (asked === place) take(state);
      }
    } catch {
      if (page !== undefined) page.isOnline = false;
      redraw();
    } finally {
      isFetching = false;
    }
  }

  /** @param {PageState} state */
  function take(state) {
    if (state.channel === undefined || state.me !== place.me) {
      const first = state.channels[0];
      if (first !== undefined) go({ me: state.me, channel: first.id, thread: '', tab: 'messages' });
      return;
    }
    const before = page?.state;
    page ??= firstPage(state);
    page.announced = announcement(before, state) ?? (before?.me === state.me ? page.announced : '');
    page.state = state;
    page.place = place;
    const open = state.channels.find(({ id }) => id === place.channel);
    if (open !== undefined) page.seen.set(`${state.me} ${open.id}`, open.latest);
    redraw();
    openAsked(page);
    tellOpened(state);
  }

  /**
   * The answer comes in the thread of the question; a refusal, in the channel.
   * @param {Page} page
   */
  function openAsked(page) {
    const asked = page.state.channel?.messages.find(({ ts }) => ts === page.asked);
    if (asked === undefined || (!asked.isBusy && asked.replies === 0)) return;
    page.asked = '';
    if (place.thread === '') page.openThread(asked.ts);
  }

  /** @param {Partial<Place>} to */
  function go(to) {
    const next = { ...place, ...to };
    const link = placeLink(next);
    if (window.location.hash !== link) window.location.hash = link;
  }

  function arrive() {
    place = readPlace(window.location.hash);
    if (page !== undefined)
      Object.assign(page, { menu: '', editing: '', problem: '', asked: '', isNavigationOpen: false });
    void refresh();
  }

  /**
   * The app hears when a person comes to its Home or its messages.
   * @param {PageState} state
   */
  function tellOpened(state) {
    const now = `${place.me} ${place.channel} ${place.tab}`;
    if (now === opened) return;
    opened = now;
    if (isWithApp(state, place.channel)) void sendAction(place.me, { kind: 'open', tab: place.tab });
  }

  /**
   * @param {PageState} state
   * @returns {Page}
   */
  function firstPage(state) {
    return {
      ...{ state, place, isOnline: true, problem: '', announced: '', menu: '', editing: '' },
      ...{ isNavigationOpen: false, question: undefined, errors: {}, drafts: new Map(), seen: new Map() },
      ...{ attached: new Map(), suggesting: undefined, asked: '' },
      async act(action) {
        const outcome = await sendAction(place.me, action);
        if (page !== undefined) Object.assign(page, { problem: outcome.problem ?? '', errors: outcome.errors ?? {} });
        redraw();
        return outcome;
      },
      press({ confirm, ...press }, where) {
        const proceed = () => void this.act({ kind: 'press', ...press, ...where });
        if (confirm === undefined) proceed();
        else this.change({ question: { confirm, proceed } });
      },
      go,
      openThread(ts) {
        go({ thread: ts });
        this.focus('#thread-field');
      },
      change(change) {
        Object.assign(this, change);
        redraw();
      },
      focus(selector) {
        wanted = selector;
        redraw();
      },
    };
  }

  return {
    start() {
      window.addEventListener('hashchange', arrive);
      followChanges({
        changed: () => void refresh().then(() => undefined),
        online(isOnline) {
          if (page !== undefined) page.isOnline = isOnline;
          redraw();
        },
      });
    },
  };
}
