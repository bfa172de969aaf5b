import type { SharedFile } from '../entities.ts';
import type { WorkspaceState } from '../state.ts';
import { describeFile } from './content.ts';
import { type Method, MethodError, requireScope } from './method.ts';

export const fileMethods: Readonly<Record<string, Method>> = {
  'files.info': (context, args) => {
    requireScope(context, 'files:read');
    const file = typeof args.file === 'string' ? visibleFile(context.state, args.file) : undefined;
    if (!file) throw new MethodError('file_not_found');
    return { file: describeFile(file, context.base()) };
  },
};

/** A file that was shared where the app is a member. */
export function visibleFile(state: WorkspaceState, id: string): SharedFile | undefined {
  return state.messages
    .filter(({ channel }) => state.channels.get(channel)?.members.includes(state.app.user))
    .flatMap(({ files = [] }) => files)
    .find((file) => file.id === id);
}
