import { pausedFlag } from '../intake/answering.ts';
import type { InteractionDeps } from './interaction-deps.ts';

/** Switches answering off or on, if the person may; what to tell the person. */
export async function setPaused(
  wanted: boolean,
  person: string,
  {
    admins,
    records: { flags },
    now,
    signal,
    log,
  }: Pick<InteractionDeps, 'admins' | 'records' | 'now' | 'signal' | 'log'>,
): Promise<string> {
  if (!(await admins.include(person, signal))) {
    log.warn('slack.not_an_admin', { wanted: wanted ? 'pause' : 'resume' });
    return 'Only administrators can do that. They are named under “admins” in my settings.';
  }
  const isPaused = (await flags.get(pausedFlag)) !== undefined;
  if (isPaused === wanted) return wanted ? 'I am paused already.' : 'I am not paused.';
  if (wanted) await flags.set(pausedFlag, 'yes', person, now());
  else await flags.clear(pausedFlag);
  log.warn(wanted ? 'slack.paused' : 'slack.resumed', { by: person });
  return wanted
    ? 'I am paused now: whoever asks is told so. `/policy resume` switches me on again.'
    : 'I answer again.';
}
