import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_SETTINGS } from '../../../src/runtime/config/environment.js';
import { fileVariableOf } from '../../../src/runtime/config/secret-file.js';

export const ROOT = join(import.meta.dirname, '../../..');

export const readDeployed = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The names of all settings, including the `_FILE` variables of secrets. */
export const SETTINGS = ALL_SETTINGS.flatMap(({ name, secret }) => (secret ? [name, fileVariableOf(name)] : [name]));

/** Names of settings that the gateway would not read. */
export const unknownSettings = (names: string[]): string[] => names.filter((name) => !SETTINGS.includes(name));
