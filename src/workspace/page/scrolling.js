const nearPx = 60;

/**
 * Call before drawing; the returned function, called after it, moves lists of messages to their end where a person was
 * at the end before, or has just opened the list.
 * @param {HTMLElement} root
 */
export function keepScrolledDown(root) {
  const scrolledUp = new Map(
    listsIn(root).map((list) => [list.dataset.list, list.scrollHeight - list.scrollTop - list.clientHeight > nearPx]),
  );
  return () => {
    for (const list of listsIn(root)) {
      if (scrolledUp.get(list.dataset.list) !== true) list.scrollTop = list.scrollHeight;
    }
  };
}

/**
 * @param {HTMLElement} root
 * @returns {HTMLElement[]}
 */
function listsIn(root) {
  return [...root.querySelectorAll('[data-list]')].filter((each) => each instanceof HTMLElement);
}
