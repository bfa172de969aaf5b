const nearPx = 60;
const marginPx = 8;

/**
 * Call before drawing; the returned function, called after it, brings new messages into view: their beginning where
 * they are longer than the window. A person who has scrolled elsewhere is left there.
 * @param {HTMLElement} root
 */
export function keepNewInView(root) {
  const before = new Map(listsIn(root).map((list) => [list, { isElsewhere: isElsewhere(list), last: lastIn(list) }]));
  return () => {
    for (const list of listsIn(root)) {
      const last = lastIn(list);
      const was = before.get(list);
      const hasWritten = last !== was?.last && last?.hasAttribute('data-own');
      if (last === undefined || (was?.isElsewhere && !hasWritten)) continue;
      const start = last.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop - marginPx;
      list.scrollTop = Math.min(start, list.scrollHeight - list.clientHeight);
      list.dataset.shown = String(list.scrollTop);
    }
  };
}

/** @param {HTMLElement} list */
function lastIn(list) {
  return [...list.querySelectorAll('li > article')].at(-1);
}

/** @param {HTMLElement} list */
function isElsewhere({ dataset, scrollTop, scrollHeight, clientHeight }) {
  const isAsShown = dataset.shown === undefined || Math.abs(Number(dataset.shown) - scrollTop) < 2;
  return !isAsShown && scrollHeight - scrollTop - clientHeight > nearPx;
}

/**
 * @param {HTMLElement} root
 * @returns {HTMLElement[]}
 */
function listsIn(root) {
  return [...root.querySelectorAll('[data-list]')].filter((each) => each instanceof HTMLElement);
}
