/**
 * Where people open a file: `url` with `{path}` and `{revision}` filled in, or, where it names no path, with the path behind
 * it. `{line}` stays, for the passage that is cited.
 */
export function fileUrl(url: string, path: string, revision = ''): string {
  const target = encodePath(path);
  if (!url.includes('{path}')) return `${url.replace(/\/+$/, '')}/${target}`;
  return url.replaceAll('{path}', target).replaceAll('{revision}', encodePath(revision));
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
