import { existsSync } from 'node:fs';

const isRelease = existsSync(new URL('../../release.json', import.meta.url));

/** @param calledAs the value of GATEWAY_CALL: `bin/gateway` sets the path by which it was called, an image sets its own command. */
export const commandCall = (calledAs: string | undefined, inRelease: boolean): string =>
  calledAs || (inRelease ? 'bin/gateway' : 'npm run gateway --');

/** How to call the command line, for messages and help. */
export const CLI_COMMAND = commandCall(process.env['GATEWAY_CALL'], isRelease);
