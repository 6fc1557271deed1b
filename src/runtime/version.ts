import { readFileSync } from 'node:fs';

const file = new URL('../../package.json', import.meta.url);

/** Of the program that runs, as its package.json says. */
export const { version: VERSION } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
