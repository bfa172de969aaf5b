import { examineRoot, realFolder, type SkillReport } from './check-skills.ts';
import type { SkillFinding } from './skill.ts';

export interface LabelledRoot {
  readonly path: string;
  /** How findings name it. */
  readonly label: string;
}

/** Checks the configured folders together, in their order; of several the files are named with the label before them. */
export function checkRoots(roots: readonly LabelledRoot[]): SkillReport {
  const skills: string[] = [];
  const findings: SkillFinding[] = [];
  const owners = new Map<string, string>();
  const reals = roots.map(({ path }) => realFolder(path));
  const allowed = reals.filter((real) => real !== undefined);
  for (const [i, { label }] of roots.entries()) {
    const real = reals[i];
    if (real === undefined) {
      const message = 'there is no such folder; create it, or correct skills.roots in bylaw.yaml';
      findings.push({ severity: 'error', file: label, message });
      continue;
    }
    const report = examineRoot(real, allowed);
    const under = (file: string) => (roots.length > 1 ? (file === '.' ? label : `${label}/${file}`) : file);
    skills.push(...report.skills.map(under));
    findings.push(...report.findings.map((finding) => ({ ...finding, file: under(finding.file) })));
    for (const [name, { folder, file }] of report.names) {
      const own = under(folder);
      const first = owners.get(name);
      if (first === undefined) owners.set(name, own);
      else {
        const message = `${name} is also the name of ${first}, which comes first: ${own} is not used`;
        findings.push({ severity: 'warning', file: under(file), message });
      }
    }
  }
  return { skills, findings };
}
