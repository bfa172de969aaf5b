import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const projectFolder = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The one place that reads the environment. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Where the caller stands: npm runs scripts in the project's folder and keeps the caller's own in INIT_CWD. */
export function argumentFolder(): string {
  const { INIT_CWD: caller, npm_package_json: packageFile } = process.env;
  const throughNpm =
    packageFile !== undefined && dirname(packageFile) === projectFolder && process.cwd() === projectFolder;
  return throughNpm && caller !== undefined ? caller : process.cwd();
}

/** Who runs this, as the operating system calls them; their number where they have no name, as in some containers. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
