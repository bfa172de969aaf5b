import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** A Chromium on the PATH, or undefined. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/** For `skip`: false where there is a browser, otherwise the reason. */
export function withoutBrowser(): string | false {
  return findChromium() === undefined ? 'Chromium is not installed' : false;
}

/** The caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? '', args: ['--disable-gpu'] });
}

export interface WatchedPage {
  readonly page: Page;
  /** What no page may do: errors and warnings in the console (a violated policy is one), requests to other hosts. */
  readonly problems: string[];
}

const patienceMs = 15_000;

/** A window of its own, with nothing of earlier ones in it. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(url).host) problems.push(`asked ${request.url()}`);
  });
  await page.goto(url);
  await page.getByRole('banner').waitFor();
  return { page, problems };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
