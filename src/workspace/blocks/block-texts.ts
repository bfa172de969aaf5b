/** Every text of a block, in reading order. */
export function blockTexts(value: object): string[] {
  return textsIn(value, () => true);
}

/** Texts in which a control sequence would be one: rich text shows its own as they are. */
export function markupTexts(value: object): string[] {
  return textsIn(value, (node) => !('type' in node && node.type === 'rich_text'));
}

function textsIn(value: object, counts: (node: object) => boolean): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    else if (typeof node === 'object' && node !== null && counts(node)) {
      for (const [key, each] of Object.entries(node)) {
        if (typeof each !== 'string') visit(each);
        else if (key === 'text' || (key === 'title' && isCard(node))) found.push(each);
      }
    }
  };
  visit(value);
  return found;
}

/** Task cards and plans have a bare string for a title. */
function isCard(node: object): boolean {
  return 'type' in node && (node.type === 'task_card' || node.type === 'plan');
}

/** People that rich text pings, written as control sequences. */
export function richTextPings(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(richTextPings);
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value) {
    if (value.type === 'user' && 'user_id' in value) return [`<@${value.user_id}>`];
    if (value.type === 'usergroup' && 'usergroup_id' in value) return [`<!subteam^${value.usergroup_id}>`];
    if (value.type === 'broadcast' && 'range' in value) return [`<!${value.range}>`];
  }
  return Object.values(value).flatMap(richTextPings);
}
