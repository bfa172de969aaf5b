import { BylawError } from '../../errors.ts';

/** Where sign-in pages send people back to, below Bylaw's own address. */
export const signInPath = '/oauth/callback';

/** What a browser is shown. */
export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers a browser that comes back from a sign-in page; `finish` throws a sentence for the person. */
export async function answerSignIn(
  url: string,
  finish: (came: URLSearchParams) => Promise<{ readonly connector: string }>,
): Promise<Page> {
  try {
    const { connector } = await finish(new URL(url, 'http://localhost').searchParams);
    return page(200, `You are signed in to ${connector}. You can close this page and go on in your chat.`);
  } catch (error) {
    return page(400, error instanceof BylawError ? error.message : 'That did not work. Ask again to get a new link.');
  }
}

function page(status: number, text: string): Page {
  const safe = text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // The address holds a code: it must not travel on, nor stay.
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
    body: `<!doctype html><meta charset="utf-8"><title>Bylaw</title><p>${safe}</p>\n`,
  };
}
