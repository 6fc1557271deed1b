import { readFileSync } from 'node:fs';

const file = new URL('../../package.json', import.meta.url);

/** Version of the running program, from package.json. */
export const { version: VERSION } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
