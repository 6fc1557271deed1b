import { CALL } from '../runtime/command-call.js';

export { CALL };

/** Ready-to-paste calls below a command's help. */
export function examples(...calls: string[]): string {
  return `\n${calls.length > 1 ? 'Examples' : 'Example'}:\n${calls.map((call) => `  ${CALL} ${call}`).join('\n')}`;
}
