import type { Answer, Citation, Question, Viewer } from '../../domain.ts';
import { loggable } from '../../errors.ts';
import type { Library } from '../../library/library.ts';
import type { Log } from '../../log.ts';
import type { Records } from '../../records/records.ts';
import { asOfLead } from '../asker-language.ts';
import { announceUpcoming } from './announce-upcoming.ts';
import { citedVersions } from './cited-versions.ts';
import { type Remark, renderRemarks } from './remark.ts';
import { tellChangesWithin } from './tell-changes-within.ts';
import { announceRule, tellUnknownPast, unsettled } from './tell-not-found.ts';
import { tellOverdue } from './tell-overdue.ts';

export interface AddRemarksDeps {
  readonly records: Pick<Records, 'documents'>;
  readonly library: Pick<Library, 'search'>;
  readonly log: Log;
}

/** What the rules of a viewer's day say to the question, quoted without a language model; empty where they say nothing. */
export type QuoteFor = (viewer: Viewer) => Promise<readonly Citation[]>;

type Told = Pick<Answer, 'status' | 'text' | 'citations' | 'followUps'>;

/**
 * Adds to an answer, or to word that there is none, what the asker should know of the sources: as of which day it is,
 * what will change, what changed, what is overdue. All of it comes from the records; where they fail it is left out.
 */
export async function addRemarks<T extends Told>(
  result: T,
  question: Question,
  quoteFor: QuoteFor,
  signal: AbortSignal,
  deps: AddRemarksDeps,
): Promise<T & Pick<Answer, 'remarks' | 'named' | 'asOf'>> {
  if (result.status !== 'answered' && result.status !== 'not_found') return result;
  const { viewer } = question;
  const found = await findRemarks(result, question, quoteFor, signal, deps);
  const { remarks, citations, named } = renderRemarks(found, result.citations);
  const told = { ...result, citations, ...(remarks.length > 0 && { remarks }), ...(named.length > 0 && { named }) };
  if (viewer.asOf === undefined) return told;
  // What is near it today says nothing of that time.
  const { followUps: _, ...rest } = told;
  const lead = await asOfLead(question.text, viewer.on);
  return { ...(rest as T), asOf: viewer.on, text: `${lead}\n\n${result.text}` };
}

async function findRemarks(
  { status, citations }: Told,
  question: Question,
  quoteFor: QuoteFor,
  signal: AbortSignal,
  { records: { documents }, library, log }: AddRemarksDeps,
): Promise<Remark[]> {
  const { viewer } = question;
  try {
    const future = unsettled(viewer);
    if (status === 'not_found') {
      if (viewer.asOf === undefined) return await announceRule(question, quoteFor, signal, { documents, library });
      return [...future, ...(await tellUnknownPast(viewer, quoteFor, documents))];
    }
    const cited = await citedVersions(citations, documents);
    if (viewer.asOf !== undefined) return [...future, ...(await tellChangesWithin(cited, viewer, documents))];
    const versions = cited.map(({ version }) => version);
    return [...(await announceUpcoming(cited, viewer, documents)), ...tellOverdue(versions, viewer.on)];
  } catch (error) {
    signal.throwIfAborted();
    log.warn('remarks.failed', { reason: loggable(error) });
    return [];
  }
}
