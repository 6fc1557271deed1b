import { Command, InvalidArgumentError } from 'commander';
import { parseStepList } from '../run/step-list.js';

export interface Options {
  /** Default: a new seed, or a fixed one with `injectedBugs`. */
  seed?: number;
  steps?: number;
  /** No further episode begins after this many seconds. */
  seconds?: number;
  episode?: number;
  only?: number[];
  bug?: string;
  /** Names, separated by commas; true for all bugs. */
  injectedBugs?: true | string;
  transcript?: boolean;
}

const EXIT_CODES_HELP = `
Exit codes: 0 no invariant was violated (with --injected-bugs: every bug was found), 1 an invariant was violated (a bug was not found), 2 invalid
options, 3 the simulation itself failed or was stopped.`;

/** @throws CommanderError when the options are invalid or contradict each other, and with exit code 0 for `--help`. */
export function readOptions(args: readonly string[]): Options {
  const command = new Command('npm run simulate --')
    .description('Simulates the money side of the gateway: two processes, a real database, all external services, and their failures.')
    .option('--seed <number>', 'decides all random choices; default: a new one', parseWholeNumber)
    .option('--steps <number>', 'number of steps; default: 20,000, with --injected-bugs at most that many for each bug', parseWholeNumber)
    .option('--seconds <number>', 'start no further episode after this time', parseWholeNumber)
    .option('--episode <number>', 'run only this episode of the seed, and print its transcript', parseWholeNumber)
    .option('--only <steps>', 'run only these steps of the episode, such as 3,7-9', parseSteps)
    .option('--bug <name>', 'inject this bug; docs/simulation.md lists them')
    .option(
      '--injected-bugs [names]',
      'search for each bug, or for each of these, one on each processor, and write the table in docs/simulation.md',
    )
    .option('--transcript', 'print the transcript of every episode, not only that of a failure')
    .addHelpText('after', EXIT_CODES_HELP)
    .exitOverride();
  const options = command.parse(args, { from: 'user' }).opts<Options>();
  if (options.only && options.episode === undefined) command.error('--only needs --episode', { exitCode: 2 });
  return options;
}

function parseWholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Not a whole number.');
  return Number(text);
}

function parseSteps(text: string): number[] {
  try {
    return parseStepList(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
