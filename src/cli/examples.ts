/** How the command line is called; the name in usages and examples. */
export const CALL = 'npm run gateway --';

/** Ready-to-paste calls below a command's help. */
export function examples(...calls: string[]): string {
  return `\n${calls.length > 1 ? 'Examples' : 'Example'}:\n${calls.map((call) => `  ${CALL} ${call}`).join('\n')}`;
}
