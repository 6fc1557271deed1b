import { existsSync } from 'node:fs';

const isRelease = existsSync(new URL('../../release.json', import.meta.url));

/** @param given by what has started the program: `bin/gateway` says how it was called itself, and an image has a command of its own. */
export const commandCall = (given: string | undefined, inRelease: boolean): string =>
  given || (inRelease ? 'bin/gateway' : 'npm run gateway --');

/** How to call the command line, for messages and help. */
export const CLI_COMMAND = commandCall(process.env['GATEWAY_CALL'], isRelease);
