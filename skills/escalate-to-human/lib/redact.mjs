/** Field names whose value never leaves the conversation. */
const privateNames =
  /pass|secret|token|\bkey\b|api.?key|\bpin\b|iban|account.?n|card|ssn|social.?sec|tax.?id|steuer|salary|gehalt|health|diagnos|illness|krank|birth|geburt|religion/i;

/** What looks like a secret or a number that identifies a person, whatever the field is called. */
const patterns = [
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b/g, 'account number'],
  [/\b(?:\d[ -]?){13,19}\b/g, 'card number', isCard],
  [/\b\d{3}-\d{2}-\d{4}\b/g, 'social security number'],
  [/\b(?:sk|xox[abp]|ghp|pat)[-_][A-Za-z0-9_-]{10,}/g, 'token'],
  [
    /(?<=\b(?:password|passwort|kennwort|pin|secret|token)\b(?: is| ist)?\s*[:=]?\s*)(?!is\b|ist\b)[^\s,;:=]{4,}/gi,
    'secret',
    looksSecret,
  ],
];

/** Text with such parts replaced, and what they were. */
export function redactText(text) {
  const found = [];
  let clean = text;
  for (const [pattern, kind, holds = () => true] of patterns) {
    clean = clean.replace(pattern, (part) => {
      if (!holds(part)) return part;
      found.push(kind);
      return `[${kind} removed]`;
    });
  }
  return { clean, found };
}

export function redactFields(fields) {
  const kept = {};
  const removed = [];
  for (const [name, value] of Object.entries(fields)) {
    const { clean, found } = redactText(value);
    if (privateNames.test(name)) removed.push(name);
    else if (found.length > 0) {
      removed.push(name);
      kept[name] = clean;
    } else kept[name] = value;
  }
  return { kept, removed };
}

/** A word after "password" is a secret only if it doesn't read like a word. */
function looksSecret(part) {
  return /\d|[^\p{L}]/u.test(part.slice(0, -1));
}

function isCard(part) {
  const digits = part.replace(/\D/g, '');
  const sum = [...digits].reverse().reduce((all, digit, n) => {
    const value = Number(digit) * (n % 2 === 1 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
