import type { App } from '@slack/bolt';
import type { ListenerDeps } from '../listener.ts';
import { helpFor } from '../posting/notices.ts';
import { askFromCommand } from './ask.ts';

/** Questions by `/policy`, which are answered to the asker alone. */
export function listenToCommands(app: App, { answers, viewerFor, self, accept, now, log }: ListenerDeps): void {
  app.command('/policy', async ({ ack, command }) => {
    const text = command.text?.trim() ?? '';
    if (text === '' || text.toLowerCase() === 'help') {
      const startable = answers.startable(await viewerFor({ person: command.user_id }));
      await ack({ response_type: 'ephemeral', text: helpFor(startable) });
      return;
    }
    await ack({ response_type: 'ephemeral', text: 'Looking through the policies…' });
    const ask = askFromCommand(command, self.team, now());
    if (ask) await accept(ask);
    else log.warn('slack.ignored', { reason: 'unknown_shape' });
  });
}
