import { CommanderError } from 'commander';
import { type Options, readOptions } from './options.js';

const EXIT_USAGE_ERROR = 2;

/** @returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE_ERROR;
    throw error;
  }
  // Loading the gateway takes seconds, so it is loaded after the options were checked.
  const { runOptions } = await import('./run-options.js');
  return runOptions(options);
}
