import { realpathSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { BylawError } from '../errors.ts';
import type { SkillFinding } from '../skills/skill.ts';
import { type Command, type CommandContext, type ExitStatus, printJson } from './command.ts';

export const skillsCommand: Command = {
  name: 'skills',
  summary: 'Check skills against the portable format, or list them with what they cost.',
  usage: 'check [DIR] | list',
  words: { min: 1, max: 2 },
  options: [],
  details: `check looks at one skill or a folder of skills (without DIR at those of bylaw.yaml) and prints errors and warnings
for each file. Errors are what other hosts refuse; Bylaw itself is more lenient. Exit status 1 if there are errors.
list prints the skills that are used, where each is from, and about how many tokens it costs: its line in every prompt,
its instructions when it is loaded, its other files if all were read.
With --json: check {skills, errors, warnings, findings: [{severity, file, line?, message}]},
list {skills: [{name, from, version, tokens: {line, body, files}}], catalog: {tokens, shortened}, findings}.`,
  run: async (context) => {
    const [verb, folder] = context.words;
    if (verb === 'check') return check(context, folder);
    if (verb === 'list' && folder === undefined) return list(context);
    throw new BylawError(
      'usage',
      `"${context.words.join(' ')}" is neither; usage: bylaw skills check [DIR] or bylaw skills list`,
    );
  },
};

async function check(context: CommandContext, folder: string | undefined): Promise<ExitStatus> {
  const [{ checkSkills }, { checkRoots }] = await Promise.all([
    import('../skills/check-skills.ts'),
    import('../skills/check-roots.ts'),
  ]);
  const { skills, findings } =
    folder === undefined ? checkRoots(labelledRoots(context)) : checkSkills(resolve(context.cwd, folder));
  const errors = count(findings, 'error');
  const warnings = count(findings, 'warning');
  if (context.json) printJson(context, { skills: skills.length, errors, warnings, findings });
  else {
    const files = [...new Set([...skills, ...findings.map(({ file }) => file)])].sort();
    context.stdout.write(files.map((file) => describeFile(file, findings)).join(''));
    context.stdout.write(
      `${plural(skills.length, 'skill')}, ${plural(errors, 'error')}, ${plural(warnings, 'warning')}\n`,
    );
  }
  return errors > 0 ? 1 : 0;
}

/** As bylaw.yaml has them where they lie beside it. */
function labelledRoots({ config }: CommandContext) {
  return config.skills.roots.map((path) => {
    const beside = config.file === undefined ? path : relative(dirname(config.file), path);
    return { path, label: beside === '' || beside.startsWith('..') ? path : beside.replaceAll('\\', '/') };
  });
}

function describeFile(file: string, findings: readonly SkillFinding[]): string {
  const own = findings.filter((finding) => finding.file === file);
  if (own.length === 0) return `${file}: ok\n`;
  return `${file}\n${own.map(({ severity, line, message }) => `  ${line === undefined ? '' : `line ${line}: `}${severity}: ${message}\n`).join('')}`;
}

async function list(context: CommandContext): Promise<ExitStatus> {
  const [{ loadSkills }, { choose }, { isInside }, { catalogLine, catalogText }, { estimateTokens }, { fileTokens }] =
    await Promise.all([
      import('../skills/load-skills.ts'),
      import('../skills/catalog.ts'),
      import('../skills/is-inside.ts'),
      import('../skills/catalog-text.ts'),
      import('../estimate-tokens.ts'),
      import('../skills/file-tokens.ts'),
    ]);
  const { roots } = context.config.skills;
  const { skills, findings } = choose(loadSkills(roots));
  const rootOf = (folder: string) => roots.find((root) => isInside(realRoot(root), folder)) ?? '';
  const rows = skills.map((skill) => ({
    name: skill.name,
    from: rootOf(skill.folder),
    version: skill.version,
    tokens: {
      line: estimateTokens(catalogLine(skill)),
      body: estimateTokens(skill.body),
      files: fileTokens(skill),
    },
  }));
  const { tokens, shortened } = catalogText(skills);
  if (context.json) {
    printJson(context, { skills: rows, catalog: { tokens, shortened }, findings });
    return 0;
  }
  const width = Math.max(5, ...rows.map(({ name }) => name.length));
  const line = (cells: readonly (string | number)[]) =>
    `${cells.map((cell, i) => (i === 0 ? String(cell).padEnd(width) : i === 4 ? `  ${cell}` : String(cell).padStart(8))).join('')}\n`;
  const whole = `All lines in the prompt: about ${tokens} tokens${shortened ? ', with shortened descriptions' : ''}.`;
  context.stdout.write(
    rows.length === 0
      ? 'No skills.\n'
      : `${line(['skill', 'line', 'body', 'files', 'from'])}${rows.map(({ name, from, tokens: cost }) => line([name, cost.line, cost.body, cost.files, from])).join('')}${whole}\n`,
  );
  const told = findings.map(({ severity, file, message }) => `${severity}: ${file}: ${message}\n`);
  context.stderr.write(told.join(''));
  return 0;
}

function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}

function count(findings: readonly SkillFinding[], severity: string): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
