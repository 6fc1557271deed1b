import { CommanderError } from 'commander';
import { type Options, readOptions } from './options.js';

const WRONG_USE = 2;

/** @returns the exit code. */
export async function runCommand(given: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = readOptions(given);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USE;
    throw error;
  }
  // Check the options before loading the whole gateway, which takes a while.
  const { runOptions } = await import('./run-options.js');
  return runOptions(options);
}
