import { readAllowedTools } from './allowed-tools.ts';
import { warnAboutBody } from './body-warnings.ts';
import { decodeSkill } from './decode-skill.ts';
import { type Deviation, fault, unportable, warning } from './deviation.ts';
import { type Field, readFrontMatter } from './front-matter.ts';
import type { SkillSettings } from './skill.ts';
import { readSettings } from './skill-settings.ts';

/** What SKILL.md itself says. */
export interface ParsedSkill {
  readonly name: string;
  readonly description: string;
  /** Without front matter, from its first line that is not blank, otherwise as written, with LF. */
  readonly body: string;
  readonly allowedTools: readonly string[];
  readonly settings: SkillSettings;
}

/** Reads a file of the format of agentskills.io leniently; no skill where one of the deviations is an error. */
export function parseSkill(
  bytes: Uint8Array,
  place: { readonly folderName: string; readonly fileName: string },
): { readonly skill?: ParsedSkill; readonly deviations: readonly Deviation[] } {
  const { text, deviations: decoding } = decodeSkill(bytes);
  const deviations: Deviation[] = [...decoding];
  if (place.fileName !== 'SKILL.md')
    deviations.push(unportable(`the file must be called SKILL.md, not ${place.fileName}`));
  if (text === undefined) return { deviations };
  const { fields, body, bodyLine, deviations: reading } = readFrontMatter(text);
  deviations.push(...reading);
  if (fields === undefined) return { deviations };

  const name = readName(fields.get('name'), place.folderName, deviations);
  const description = readDescription(fields, deviations);
  warnAboutFields(fields, deviations);
  const { tools: allowedTools, deviations: toolNotes } = readAllowedTools(fields.get('allowed-tools'));
  const { settings, deviations: settingNotes } = readSettings(fields);
  deviations.push(...toolNotes, ...settingNotes, ...warnAboutBody(body, bodyLine));
  if (name === undefined || description === undefined || deviations.some(({ severity }) => severity === 'error')) {
    return { deviations };
  }
  return { skill: { name, description, body, allowedTools, settings }, deviations };
}

function readName(field: Field | undefined, folderName: string, deviations: Deviation[]): string | undefined {
  if (field === undefined || field.value === '') {
    deviations.push(fault('there is no name; write name: and the name of the folder', field?.line));
    return undefined;
  }
  const { value, line } = field;
  if (typeof value !== 'string') {
    deviations.push(fault('the name must be text', line));
    return undefined;
  }
  const name = value.normalize('NFKC').trim();
  const length = [...name].length;
  if (length === 0 || length > 64) {
    deviations.push(fault(`the name has ${length} characters; 1 to 64 are allowed`, line));
    return undefined;
  }
  if (/[/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) || /^\.+$/.test(name)) {
    deviations.push(fault('the name holds a path separator or an invisible character', line));
    return undefined;
  }
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    deviations.push(unportable('the name may hold a-z, 0-9 and single hyphens between them only', line));
  }
  if (name !== folderName.normalize('NFKC')) {
    deviations.push(unportable(`the name differs from the folder ${folderName}`, line));
  }
  if (/anthropic|claude/i.test(name)) deviations.push(warning('some hosts reserve "anthropic" and "claude"', line));
  return name;
}

/** Control characters other than tab and line ends, and those that change the direction of what follows. */
const misleading = /[^\P{Cc}\t\r\n]|\p{Bidi_Control}/u;

function readDescription(fields: ReadonlyMap<string, Field>, deviations: Deviation[]): string | undefined {
  const field = fields.get('description');
  if (field !== undefined && typeof field.value !== 'string') {
    deviations.push(fault('the description must be text', field.line));
    return undefined;
  }
  const description = String(field?.value ?? '').trim();
  if (description === '') {
    deviations.push(fault('there is no description; say what the skill does and when to use it', field?.line));
    return undefined;
  }
  const length = [...description].length;
  if (length > 1024) deviations.push(unportable(`the description has ${length} characters, over 1,024`, field?.line));
  if (/[<>]/.test(description)) deviations.push(unportable('the description holds < or >', field?.line));
  const when = fields.get('when_to_use')?.value;
  const whole = typeof when === 'string' && when.trim() !== '' ? `${description} ${when.trim()}` : description;
  if (misleading.test(whole)) {
    deviations.push(warning('the description holds control or bidirectional characters; take them out', field?.line));
  }
  return whole;
}

const portable = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];
const aliases: Readonly<Record<string, string>> = {
  when_to_use: 'it is read as part of the description',
  'disable-model-invocation': 'it is read as metadata bylaw-visibility',
  'user-invocable': 'it is read as metadata bylaw-visibility',
  effort: 'it is read as metadata bylaw-effort',
  model: 'it is read as metadata bylaw-model where it names a model',
  context: 'it is read as metadata bylaw-isolated',
};
const ignoredElsewhere = ['argument-hint', 'disallowed-tools', 'agent', 'hooks', 'shell'];

function warnAboutFields(fields: ReadonlyMap<string, Field>, deviations: Deviation[]): void {
  for (const [name, { value, line }] of fields) {
    if (name === 'license' || name === 'compatibility') {
      if (typeof value !== 'string') deviations.push(unportable(`${name} must be text`, line));
      else if (name === 'compatibility' && (value.trim() === '' || [...value].length > 500)) {
        deviations.push(unportable('compatibility must have 1 to 500 characters', line));
      }
    }
    if (portable.includes(name)) continue;
    deviations.push(unportable(`${describeField(name)}`, line));
  }
}

function describeField(name: string): string {
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  if (Object.hasOwn(aliases, name)) return `${name} is another host's field; ${aliases[name]}`;
  if (ignoredElsewhere.includes(name)) return `${name} is another host's field; it is ignored`;
  if (name.startsWith('bylaw-')) return `${shown} belongs under metadata`;
  if (/env|secret|token|credential|api.?key|password/i.test(name)) {
    return `${shown} is ignored: skills never receive secrets or environment variables`;
  }
  return `${shown} is not a field of the format and is ignored; put it under metadata`;
}
