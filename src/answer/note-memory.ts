import type { Action, PendingCall } from './conversation.ts';

/** What people are told of a change to what is remembered about them; undefined for a look at it. */
export function noteMemory({ id, input }: PendingCall): Action | undefined {
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  const field = (name: string) => {
    const value = fields.find(([key]) => key === name)?.[1];
    return typeof value === 'string' ? value : '';
  };
  const about = { call: id, title: 'memory' };
  switch (field('command')) {
    case 'create':
      return { ...about, end: 'noted', said: field('file_text') };
    case 'insert':
      return { ...about, end: 'noted', said: field('insert_text') };
    case 'str_replace':
      return { ...about, end: 'noted', said: field('new_str') };
    case 'delete':
      return { ...about, end: 'forgotten', said: field('path') };
    default:
      return undefined;
  }
}
