/** Replaces `${VAR}` and `${VAR:-default}`; `$VAR` stays as it is. An empty variable counts as missing. */
export function expandVariables(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const expanded = text.replace(
    /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
    (_, name: string, fallback?: string) => {
      const value = environment[name];
      if (value !== undefined && value !== '') return value;
      if (fallback === undefined) missing.push(name);
      return fallback ?? '';
    },
  );
  return { text: expanded, missing };
}
