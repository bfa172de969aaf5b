import type { App } from '../app.ts';
import { BylawError } from '../errors.ts';
import { printable } from '../printable.ts';
import type { CommandContext } from './command.ts';
import { startSignInListener } from './sign-in-listener.ts';

/**
 * Signs a person in to a connector with a browser of this machine, and connects again. Throws `connector_failed` where
 * nobody can be asked to.
 */
export async function signInHere(
  { signIns, connectors }: Pick<App, 'signIns' | 'connectors'>,
  { json, stdin, stderr, signal }: Pick<CommandContext, 'json' | 'stdin' | 'stderr' | 'signal'>,
  { name, person }: { readonly name: string; readonly person: string },
): Promise<void> {
  if (signIns === undefined || json || stdin.isTTY !== true) {
    throw new BylawError(
      'connector_failed',
      `${person} is not signed in to connector "${name}": run bylaw connectors test ${name} --as ${person} in a terminal, which gives a link to sign in`,
    );
  }
  const back = Promise.withResolvers<void>();
  const listener = await startSignInListener(async (came) => {
    const signedIn = await signIns.finish(came);
    back.resolve();
    return signedIn;
  });
  signal.addEventListener('abort', () => back.reject(signal.reason), { once: true });
  try {
    let isAsked = false;
    signIns.onLink(async ({ url }) => {
      isAsked = true;
      stderr.write(printable(`To sign in as ${person}, open this page in a browser on this machine:\n${url}\n`));
    }, listener.address);
    await connectors.retry(name);
    if (!isAsked) return;
    await back.promise;
    await connectors.retry(name);
  } finally {
    await listener.stop();
  }
}
