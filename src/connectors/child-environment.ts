/** What a program needs to be found and to run; nothing else of the bot's environment reaches it. */
const passed = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];

export function childEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  configured: Readonly<Record<string, string>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of passed) {
    const value = own[name];
    // Shells once exported functions as variables; a child's shell would run them.
    if (value !== undefined && !value.startsWith('()')) kept[name] = value;
  }
  return { ...kept, ...configured };
}
