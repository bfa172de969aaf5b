import { distance } from 'fastest-levenshtein';
import { type Deviation, fault, unportable, warning } from './deviation.ts';
import type { Field, FieldValue } from './front-matter.ts';
import type { SkillSettings } from './skill.ts';

const keys = [
  'bylaw-visibility',
  'bylaw-pinned',
  'bylaw-channels',
  'bylaw-roles',
  'bylaw-private',
  'bylaw-effort',
  'bylaw-model',
  'bylaw-isolated',
] as const;
type Key = (typeof keys)[number];
/** A mistake in one of these must not show a skill to more people. */
const restricting: readonly string[] = ['bylaw-visibility', 'bylaw-channels', 'bylaw-roles', 'bylaw-private'];

interface Setting {
  readonly text: string;
  readonly line: number;
}

/** Settings under `metadata`, and what other hosts' fields mean by ours. */
export function readSettings(fields: ReadonlyMap<string, Field>): {
  readonly settings: SkillSettings;
  readonly deviations: readonly Deviation[];
} {
  const deviations: Deviation[] = [];
  const found = new Map<Key, Setting>();
  readAliases(fields, found, deviations);
  readMetadata(fields.get('metadata'), found, deviations);
  for (const [name, field] of fields) {
    if (name.startsWith('bylaw-')) take(name, field, found, deviations);
  }
  const text = (key: Key) => found.get(key)?.text.trim();
  const visibility = text('bylaw-visibility') ?? 'everyone';
  if (visibility !== 'everyone' && visibility !== 'user-only' && visibility !== 'model-only') {
    deviations.push(
      fault('bylaw-visibility must be everyone, user-only or model-only', found.get('bylaw-visibility')?.line),
    );
  }
  const list = (key: Key) => {
    const value = text(key);
    if (value === undefined) return undefined;
    const names = value.split(/[\s,]+/).filter((name) => name !== '');
    if (names.length === 0) deviations.push(fault(`${key} is empty; name at least one`, found.get(key)?.line));
    return names;
  };
  const flag = (key: Key) => {
    const value = text(key)?.toLowerCase();
    if (value !== undefined && !['true', 'false', 'yes', 'no'].includes(value)) {
      const report = restricting.includes(key) ? fault : warning;
      deviations.push(report(`${key} must be "true" or "false"`, found.get(key)?.line));
    }
    return value === 'true' || value === 'yes';
  };
  const channels = list('bylaw-channels');
  const roles = list('bylaw-roles');
  const effort = text('bylaw-effort');
  const known = effort === undefined || ['low', 'medium', 'high', 'xhigh', 'max'].includes(effort);
  if (!known)
    deviations.push(warning('bylaw-effort must be low, medium, high, xhigh or max', found.get('bylaw-effort')?.line));
  const model = text('bylaw-model');
  const settings: SkillSettings = {
    visibility: visibility === 'user-only' || visibility === 'model-only' ? visibility : 'everyone',
    pinned: flag('bylaw-pinned'),
    private: flag('bylaw-private'),
    isolated: flag('bylaw-isolated'),
    ...(channels === undefined ? {} : { channels }),
    ...(roles === undefined ? {} : { roles }),
    ...(known && effort !== undefined ? { effort } : {}),
    ...(model === undefined || model === '' ? {} : { model }),
  };
  if (settings.effort !== undefined && !settings.isolated && settings.model === undefined) {
    const message = 'bylaw-effort has no effect unless bylaw-isolated or bylaw-model is set';
    deviations.push(warning(message, found.get('bylaw-effort')?.line));
  }
  if (settings.private && channels !== undefined) {
    const message = 'bylaw-private and bylaw-channels together leave no place where it exists';
    deviations.push(fault(message, found.get('bylaw-private')?.line));
  }
  return { settings, deviations };
}

function readMetadata(field: Field | undefined, found: Map<Key, Setting>, deviations: Deviation[]): void {
  if (field === undefined || field.value === '') return;
  const { value, line } = field;
  if (typeof value === 'string' || Array.isArray(value)) {
    deviations.push(unportable('metadata must be a map of names and texts; it is ignored', line));
    return;
  }
  for (const [name, item] of value as ReadonlyMap<string, FieldValue>) {
    if (name.startsWith('bylaw-')) take(name, { value: item, line }, found, deviations);
    else if (typeof item !== 'string')
      deviations.push(unportable(`metadata ${name} must be text; it is ignored`, line));
  }
}

function take(name: string, { value, line }: Field, found: Map<Key, Setting>, deviations: Deviation[]): void {
  const key = keys.find((known) => known === name);
  if (key === undefined) {
    const meant = keys.find((known) => distance(known, name) <= 2);
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    // It may have been meant to hide the skill from someone.
    const risky = meant !== undefined && restricting.includes(meant);
    deviations.push((risky ? fault : warning)(`there is no setting ${name}${hint}`, line));
    return;
  }
  if (typeof value === 'string') {
    found.set(key, { text: value, line });
    return;
  }
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    deviations.push(unportable(`metadata ${name} must be one text with spaces between the names`, line));
    found.set(key, { text: value.join(' '), line });
    return;
  }
  deviations.push((restricting.includes(key) ? fault : unportable)(`metadata ${name} must be text`, line));
}

/** Fields of other hosts that say what one of our settings says. */
function readAliases(fields: ReadonlyMap<string, Field>, found: Map<Key, Setting>, deviations: Deviation[]): void {
  const is = (name: string, wanted: string) =>
    String(fields.get(name)?.value ?? '')
      .trim()
      .toLowerCase() === wanted;
  const set = (key: Key, text: string, name: string) => found.set(key, { text, line: fields.get(name)?.line ?? 1 });
  const noModel = is('disable-model-invocation', 'true');
  const noUser = is('user-invocable', 'false');
  if (noModel && noUser) {
    deviations.push(fault('neither people nor the model may use it', fields.get('user-invocable')?.line));
  }
  if (noModel) set('bylaw-visibility', 'user-only', 'disable-model-invocation');
  else if (noUser) set('bylaw-visibility', 'model-only', 'user-invocable');
  if (is('context', 'fork')) set('bylaw-isolated', 'true', 'context');
  const effort = fields.get('effort')?.value;
  if (typeof effort === 'string') set('bylaw-effort', effort, 'effort');
  const model = fields.get('model')?.value;
  // Other hosts' short names, such as "inherit", are no models of the API.
  if (typeof model === 'string' && model.startsWith('claude-')) set('bylaw-model', model, 'model');
}
