import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Skill } from '../../src/skills/skill.ts';

interface SyntheticSkill {
  readonly name: string;
  readonly description: string;
}

/** Skills whose subjects lie close to those of the shipped ones. */
const neighbours: Readonly<Record<string, string>> = {
  'parental-leave-planner':
    'Plans the weeks of parental leave of both parents and drafts the notice to the manager. Use when someone expects a child.',
  'sick-note-upload':
    'Explains how to hand in a sick note and which form goes with it. Use when an employee is ill for more than three days.',
  'leave-calendar-export':
    'Exports approved vacation of a team into a shared calendar. Use when a manager wants an overview of absences.',
  'sabbatical-request':
    'Drafts a request for a sabbatical with dates, cover and handover. Use when someone plans a longer time off.',
  'travel-booking':
    'Finds flights, trains and hotels that fit the travel rules and fills in the booking form. Use before a business trip.',
  'visa-letter': 'Writes an invitation letter for a visa. Use when a colleague travels to an office abroad.',
  'expense-report-summary':
    'Summarizes monthly expense reports by team and category for the controller. Use at month end.',
  'vendor-invoice-approval':
    'Checks a vendor invoice against the purchase order and routes it for approval. Use when an invoice arrives.',
  'corporate-card-request':
    'Fills in the request for a corporate card with limit and cost centre. Use when somebody needs a company card.',
  'mileage-log':
    'Turns a list of drives with the private car into a mileage log. Use when a driver needs a log for the tax office.',
  'client-gift-register':
    'Registers gifts and meals given to clients. Use when a gift or an entertainment is above the limit.',
  'policy-draft-review':
    'Reviews a draft policy for plain language, missing owners and dates. Use before a policy goes to the board.',
  'policy-translation':
    'Translates a policy into another language and keeps defined terms. Use when a handbook chapter changes.',
  'document-version-history':
    'Lists what changed between two versions of a document. Use when a reviewer asks for a comparison.',
  'contract-expiry-reminder':
    'Collects contracts that expire soon and drafts reminders. Use at the start of a quarter.',
  'ticket-summary': 'Summarizes a long support ticket with decisions and open points. Use when a ticket changes hands.',
  'meeting-scheduler':
    'Finds a time for several people and drafts the invitation. Use when someone wants to talk to a team.',
  'it-equipment-order':
    'Orders laptops, phones and screens from the catalog. Use when a device is broken or a new joiner starts.',
  'password-reset-guide':
    'Walks through a reset of the company password and of the second factor. Use when someone cannot log in.',
  'security-awareness-training':
    'Builds a short quiz on phishing and passwords. Use when a team has its yearly security training.',
  'postmortem-writer':
    'Writes a blameless postmortem from a timeline of an outage. Use after a production incident is closed.',
  'incident-status-page': 'Drafts updates for the public status page during an outage. Use while an incident is open.',
  'data-retention-review': 'Checks which personal data of a system is past its retention period. Use before an audit.',
  'privacy-notice-draft':
    'Drafts a privacy notice for a new form or product. Use when personal data is collected in a new way.',
  'access-review': 'Prepares the quarterly review of who has access to what. Use when an auditor asks for it.',
  'wellbeing-week':
    'Plans a week of talks on sleep, sport and food. Use when the people team prepares the wellbeing week.',
  'exit-interview': 'Prepares questions for an exit interview and sums up the answers. Use when an employee leaves.',
  'performance-review-notes':
    'Turns notes into a balanced performance review. Use when a manager writes yearly reviews.',
  'salary-band-lookup':
    'Explains how salary bands work and where they are published. Use when someone asks about pay levels.',
  'payslip-explainer': 'Explains the lines of a payslip. Use when an employee does not understand a deduction.',
};

const subjects: readonly (readonly [slug: string, phrase: string])[] = [
  ['sales', 'the sales pipeline and its deals'],
  ['marketing', 'campaigns, audiences and channels'],
  ['support', 'customer tickets and their resolution times'],
  ['engineering', 'services, repositories and deployments'],
  ['data', 'tables, dashboards and data quality'],
  ['finance', 'budgets, forecasts and the monthly close'],
  ['procurement', 'suppliers, orders and framework contracts'],
  ['legal', 'contracts, clauses and signatures'],
  ['recruiting', 'candidates, interviews and offers'],
  ['facilities', 'rooms, desks and building services'],
  ['product', 'roadmaps, feature requests and releases'],
  ['design', 'mock-ups, components and accessibility'],
  ['research', 'interviews, surveys and their findings'],
  ['operations', 'shifts, warehouses and deliveries'],
  ['quality', 'test plans, defects and certificates'],
  ['treasury', 'bank accounts, payments and exchange rates'],
  ['partners', 'resellers, commissions and joint projects'],
  ['events', 'venues, speakers and guest lists'],
  ['training', 'courses, trainers and attendance'],
  ['sustainability', 'energy use, emissions and reports'],
];

const tasks: readonly (readonly [slug: string, what: string, when: string])[] = [
  [
    'weekly-report',
    'Writes the weekly report on',
    'Use when the weekly report is due or a manager asks for a short status.',
  ],
  [
    'kickoff-brief',
    'Prepares a kick-off brief with goals, owners and risks for',
    'Use when a new project starts and nobody has written down who does what.',
  ],
  [
    'risk-register',
    'Keeps a register of risks, owners and measures for',
    'Use when a steering group wants to see the largest risks.',
  ],
  [
    'meeting-notes',
    'Turns a transcript into notes, decisions and tasks about',
    'Use after a meeting was recorded and its notes have to go out the same day.',
  ],
  [
    'email-drafts',
    'Drafts polite and short messages about',
    'Use when somebody has to write to people outside of the team.',
  ],
  [
    'spreadsheet-cleanup',
    'Cleans spreadsheets with duplicate rows, mixed units and broken dates on',
    'Use when an export cannot be imported.',
  ],
  [
    'slide-outline',
    'Outlines slides with one message each on',
    'Use when a presentation for the board or a customer has to be built from notes.',
  ],
  ['faq-writer', 'Collects common questions with answers about', 'Use when the same questions come again and again.'],
  [
    'handover-checklist',
    'Builds a checklist for taking over',
    'Use when a colleague changes teams and knowledge has to stay.',
  ],
  [
    'kpi-explainer',
    'Explains figures and their definitions for',
    'Use when two dashboards show other figures or a definition is unclear.',
  ],
  [
    'vendor-comparison',
    'Compares offers by price, terms and service for',
    'Use when at least two offers have arrived and a recommendation is due.',
  ],
  ['process-map', 'Draws steps, owners and waiting times of the process behind', 'Use when a process takes too long.'],
  ['glossary', 'Keeps a glossary of terms and abbreviations around', 'Use when a newcomer does not understand a term.'],
  ['survey-builder', 'Builds a survey with balanced questions about', 'Use when opinions of many people are wanted.'],
  [
    'release-notes',
    'Writes notes on what has changed in',
    'Use when a change goes live and its readers are not experts.',
  ],
  ['audit-evidence', 'Collects evidence that auditors want to see on', 'Use when an audit is announced.'],
  [
    'translation-review',
    'Reviews German, French and Spanish translations of texts on',
    'Use when a translation came back.',
  ],
  ['budget-request', 'Drafts a budget request with alternatives for', 'Use when money outside of the plan is needed.'],
  [
    'incident-retrospective',
    'Leads a retrospective after something went wrong with',
    'Use when the problem is solved and the team wants to learn.',
  ],
  ['onboarding-plan', 'Plans the first thirty days of a newcomer who works with', 'Use when somebody joins the team.'],
  [
    'calendar-planner',
    'Plans a year of dates, holidays and deadlines for',
    'Use when the yearly calendar is drawn up.',
  ],
  ['policy-faq', 'Answers how the policy for the team is meant when it concerns', 'Use when a team rule is unclear.'],
  ['contact-list', 'Keeps a list of contacts and their roles around', 'Use when it is unclear who is responsible.'],
  ['cost-estimate', 'Estimates hours and costs of a plan for', 'Use when an estimate is needed before a decision.'],
];

/** The same realistic skills for the same count: first close neighbours of the shipped ones, then teams times tasks. */
export function syntheticSkills(count: number): SyntheticSkill[] {
  const made: SyntheticSkill[] = Object.entries(neighbours).map(([name, description]) => ({ name, description }));
  for (const [task, what, when] of tasks) {
    for (const [subject, phrase] of subjects) {
      made.push({ name: `${subject}-${task}`, description: `${what} ${phrase}. ${when}` });
    }
  }
  if (made.length < count) throw new Error(`only ${made.length} skills can be made`);
  return made.slice(0, count);
}

export function asSkill({ name, description }: SyntheticSkill): Skill {
  return {
    name,
    description,
    body: '# Steps\n\nAsk, then answer.\n',
    folder: '/nowhere',
    files: [],
    version: name,
    allowedTools: [],
    settings: { visibility: 'everyone', pinned: false, private: false, isolated: false },
  };
}

const bodyLine = 'Ask for what is missing, work through the steps in order, and show the result with its sources.\n';

/** Writes them as folders, every fifth with a script and a reference. */
export function writeSkills(root: string, skills: readonly SyntheticSkill[]): void {
  for (const [i, { name, description }] of skills.entries()) {
    const folder = join(root, name);
    mkdirSync(folder, { recursive: true });
    const body = `# ${name}\n\n${bodyLine.repeat(10 + (i % 50))}`;
    writeFileSync(
      join(folder, 'SKILL.md'),
      `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n${body}`,
    );
    if (i % 5 !== 0) continue;
    mkdirSync(join(folder, 'scripts'));
    mkdirSync(join(folder, 'references'));
    writeFileSync(join(folder, 'scripts', 'run.mjs'), `process.stdout.write('{}');\n`);
    writeFileSync(join(folder, 'references', 'details.md'), bodyLine.repeat(20));
  }
}
