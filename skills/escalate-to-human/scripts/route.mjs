import { dueAt, isOpen } from '../lib/business-time.mjs';
import { instantOf, localText } from '../lib/calendar.mjs';
import { note, refuse, runScript } from '../lib/json-input.mjs';
import { redactFields, redactText } from '../lib/redact.mjs';

/**
 * Which desk takes a request, by when it answers, and what would be sent. It sends nothing: that is a tool's job after the
 * person has confirmed the draft. What is sensitive goes to confidential desks only, and without its text.
 */
export function routeRequest(input) {
  const run = { steps: [], warnings: [] };
  const now = instantOf(input.now, '/now');
  const found = chooseQueue(input, run);
  if (found === undefined) return { queue: null, needConsent: true, redactedFields: [], draft: null, ...run };
  const { queue, n } = found;
  const path = `/queues/${n}`;
  const due = queue.firstAnswer === undefined ? undefined : dueAt(now, queue.firstAnswer, queue.hours, path);
  const open = isOpen(now, queue.hours, path);
  const zone = queue.hours?.timeZone ?? 'UTC';
  if (due === undefined) run.warnings.push('No passage says by when this desk answers; name no time.');
  else {
    const { amount, unit } = queue.firstAnswer;
    const sources = [queue.firstAnswer, ...(queue.hours === undefined ? [] : [queue.hours])];
    note(
      run,
      `${amount} ${unit.replace('-', ' ')} from ${localText(now, zone)} (${open ? 'open' : 'closed'}) end at ${localText(due, zone)}`,
      ...sources,
    );
  }
  const { draft, redactedFields } = writeDraft(input, queue);
  if (!input.consent)
    run.warnings.push('The person has not agreed yet: show the draft and ask before anything is sent.');
  if (input.severity === 'urgent' && !open)
    run.warnings.push('The desk is closed now; if someone is in danger, give the emergency contacts first.');
  return {
    queue: queue.name,
    channel: queue.channel,
    source: queue.source,
    openNow: open,
    slaDueAt: due === undefined ? null : new Date(due).toISOString(),
    slaDueLocal: due === undefined ? null : localText(due, zone),
    redactedFields,
    needConsent: !input.consent,
    draft,
    ...run,
  };
}

/** The desk that names the topic and is nearest to the region; what is sensitive never goes to an ordinary one. */
function chooseQueue({ topic, region, sensitive, queues }, run) {
  checkNames(queues);
  const fits = queues
    .map((queue, n) => ({ queue, n }))
    .filter(({ queue }) => !sensitive || queue.confidential === true)
    .filter(({ queue }) => queue.topics.some((one) => same(one, topic)))
    .filter(({ queue }) => !limited(queue) || (region !== undefined && queue.regions.some((one) => same(one, region))));
  fits.sort((a, b) => Number(limited(b.queue)) - Number(limited(a.queue)) || a.n - b.n);
  const [first] = fits;
  if (first === undefined) {
    const elsewhere = queues.some((queue) => queue.topics.some((one) => same(one, topic)) && limited(queue));
    const kind = sensitive ? 'confidential desk' : 'desk';
    run.warnings.push(
      elsewhere && region === undefined
        ? `Which ${kind} takes "${topic}" depends on the region; ask for it.`
        : `No ${kind} that was passed in takes "${topic}"${region === undefined ? '' : ` in ${region}`}; search the policies for another contact.`,
    );
    return undefined;
  }
  const { queue } = first;
  note(run, `"${topic}"${region === undefined ? '' : ` in ${region}`} goes to ${queue.name}: ${queue.channel}`, queue);
  return first;
}

function checkNames(queues) {
  const names = queues.map(({ name }) => name.toLowerCase());
  const double = names.findIndex((name, n) => names.indexOf(name) !== n);
  if (double >= 0) refuse(`/queues/${double}/name`, 'stands twice');
}

const limited = ({ regions }) => regions !== undefined && regions.length > 0;
const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();

function writeDraft({ topic, region, severity, sensitive, request }, queue) {
  const { kept, removed } = redactFields(request.fields ?? {});
  if (sensitive) {
    const redactedFields = [
      'title',
      'question',
      ...(request.tried === undefined ? [] : ['tried']),
      ...Object.keys(request.fields ?? {}),
    ];
    const body = 'Someone asks for a confidential conversation. They will say themselves what it is about.';
    return {
      draft: { to: queue.channel, title: 'Confidential: please get in touch', body, fields: {} },
      redactedFields,
    };
  }
  const parts = ['title', 'question', 'tried']
    .filter((name) => request[name] !== undefined)
    .map((name) => [name, redactText(request[name])]);
  const redacted = parts.filter(([, { found }]) => found.length > 0).map(([name]) => name);
  const { title, question, tried } = Object.fromEntries(parts.map(([name, { clean }]) => [name, clean]));
  const body = [question, ...(tried === undefined ? [] : [`What the policies say: ${tried}`])].join('\n\n');
  const fields = { topic, ...(region === undefined ? {} : { region }), severity, ...kept };
  return { draft: { to: queue.channel, title, body, fields }, redactedFields: [...redacted, ...removed] };
}

if (import.meta.main ?? process.argv[1] === import.meta.filename)
  await runScript(new URL('../assets/route.schema.json', import.meta.url), routeRequest);
