import { BylawError } from '../../../errors.ts';
import { respond } from '../posting/respond.ts';
import { escapeMrkdwn } from '../posting/text.ts';
import { callWithinMs, type InteractionDeps } from './interaction-deps.ts';
import type { Press } from './press.ts';
import { promptBlocks, promptModal, readPromptModal, readPromptValue } from './prompt-modal.ts';

const none = 'No connector has a prompt that you can start here.';

/** Shows a person, alone, which prompts of connectors they may start where they are. */
export async function listPrompts(
  at: { readonly person: string; readonly channel: string; readonly responseUrl: string },
  { prompts, viewerFor, signal }: InteractionDeps,
): Promise<void> {
  const found = (await prompts?.list(await viewerFor(askerOf(at.person, at.channel)), signal)) ?? [];
  const text = found.length === 0 ? none : 'Prompts of connectors that you can start here:';
  const blocks = found.length === 0 ? {} : { blocks: promptBlocks(found) };
  await respond(at.responseUrl, { text, ...blocks, replace_original: true }, signal);
}

/** Opens the form of the prompt that a person pressed. */
export async function openPrompt(press: Press, deps: InteractionDeps): Promise<void> {
  const { person, channel, responseUrl, trigger } = press;
  const wanted = readPromptValue(press.value);
  if (wanted === undefined || channel === undefined || responseUrl === undefined) return;
  const found = (await deps.prompts?.list(await deps.viewerFor(askerOf(person, channel)), deps.signal)) ?? [];
  const prompt = found.find(({ connector, name }) => connector === wanted.connector && name === wanted.name);
  if (prompt === undefined) return deps.reply.tell(press, none);
  const view = promptModal(prompt, { ...wanted, channel, responseUrl });
  const limits = { deadline: deps.now() + callWithinMs, signal: deps.signal };
  await deps.api.call((client) => client.views.open({ trigger_id: trigger, view }), limits);
}

/** Asks what the server makes of the person's words, as that person's question, which others have written. */
export async function askPrompt(body: unknown, deps: InteractionDeps): Promise<void> {
  const sent = readPromptModal(body);
  if (sent === undefined) return;
  const { person, view, at, args } = sent;
  const { channel, connector, name, responseUrl } = at;
  try {
    const viewer = await deps.viewerFor(askerOf(person, channel));
    const text = (await deps.prompts?.render({ connector, name, args }, viewer, deps.signal)) ?? '';
    await deps.accept({
      ...{ kind: 'command', key: `${deps.self.team}:view:${view}`, user: person, channel, responseUrl },
      ...{ text: escapeMrkdwn(text), isQuoted: true, at: deps.now() },
    });
  } catch (error) {
    if (!(error instanceof BylawError)) throw error;
    await respond(responseUrl, { text: escapeMrkdwn(error.message), replace_original: false }, deps.signal);
  }
}

/** A command is answered to the person alone, but is asked where it was typed. */
function askerOf(person: string, channel: string) {
  return channel.startsWith('D') ? { person } : { person, place: channel };
}
