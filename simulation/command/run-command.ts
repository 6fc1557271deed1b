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
  // What the options need is the whole gateway, which takes its time to load: nobody waits for it to be told of a wrong one.
  const { runOptions } = await import('./run-options.js');
  return runOptions(options);
}
