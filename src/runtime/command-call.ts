import { existsSync } from 'node:fs';

const isRelease = existsSync(new URL('../../release.json', import.meta.url));

/** How the command line is called, for messages and help: a release has a program of its own, a clone has npm. */
export const CALL = isRelease ? 'bin/gateway' : 'npm run gateway --';
