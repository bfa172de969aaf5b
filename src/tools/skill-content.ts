import type { Skill } from '../skills/skill.ts';

const listedFiles = 40;

/**
 * What following a skill begins with, whoever starts it: its body, then its files. `scriptsOff` says why scripts can't
 * run here. The same skill gives the same bytes.
 */
export function skillContent(skill: Skill, scriptsOff: string | undefined): string {
  const parts = [
    `<skill_content name=${JSON.stringify(skill.name)} version="${skill.version.slice(0, versionChars)}">`,
    defused(skill.body.trim()),
    '</skill_content>',
    filesOf(skill),
    scriptsOff !== undefined && hasScripts(skill)
      ? `Scripts can't be run here: ${scriptsOff} Say in the answer that the figure was not computed, and give the rules with their passages instead.`
      : '',
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Enough of a SHA-256 to tell versions apart. */
const versionChars = 16;

/** Told in place of a body that stands in the conversation already. */
export function alreadyLoaded(skill: Skill): string {
  return `The skill ${skill.name} is loaded already and has not changed: its instructions stand above.`;
}

export function hasScripts(skill: Skill): boolean {
  return skill.files.some((file) => file.startsWith('scripts/'));
}

/** A body must not end its own frame. */
function defused(body: string): string {
  return body.replace(/<(?=\/?skill_content\b)/gi, '&lt;');
}

function filesOf({ name, files }: Skill): string {
  if (files.length === 0) return '';
  const shown = files.slice(0, files.length > listedFiles ? listedFiles - 1 : listedFiles);
  const rest = files.length - shown.length;
  return [
    `Files of ${name} (read_skill_file reads references and assets, run_skill_script runs scripts):`,
    ...shown.map((file) => `- ${file}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ].join('\n');
}
