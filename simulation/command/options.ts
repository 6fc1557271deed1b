import { Command, InvalidArgumentError } from 'commander';
import { indexesOf } from '../run/step-list.js';

export interface Options {
  /** Without it: a new one, or with `injectedBugs` always the same one. */
  seed?: number;
  steps?: number;
  /** No episode begins after this many. */
  seconds?: number;
  episode?: number;
  only?: number[];
  bug?: string;
  /** Names; true for all of them. */
  injectedBugs?: true | string;
  transcript?: boolean;
}

const CODES = `
Ends with 0 when every invariant held (with --injected-bugs: when every bug was found), with 1 when one did not (a bug was not found), with 2 when
the options make no sense, and with 3 when the simulation itself broke or was stopped.`;

/** @throws CommanderError when the options make no sense together, or there is nothing to do. */
export function readOptions(given: readonly string[]): Options {
  const command = new Command('npm run simulate --')
    .description('Simulates the money side of the gateway: two processes, a real database, all outside parties, and their failures.')
    .option('--seed <number>', 'decides all random choices; default: a new one', whole)
    .option('--steps <number>', 'number of steps; default: 20,000, with --injected-bugs at most that many for each bug', whole)
    .option('--seconds <number>', 'start no further episode after this time', whole)
    .option('--episode <number>', 'run only this episode of the seed, and print its transcript', whole)
    .option('--only <steps>', 'run only these steps of the episode, such as 3,7-9', steps)
    .option('--bug <name>', 'inject this bug; docs/simulation.md lists them')
    .option(
      '--injected-bugs [names]',
      'search for each bug, or for each of these, one on each processor, and write the table in docs/simulation.md',
    )
    .option('--transcript', 'print everything that happens, not only what is wrong')
    .addHelpText('after', CODES)
    .exitOverride();
  const options = command.parse(given, { from: 'user' }).opts<Options>();
  if (options.only && options.episode === undefined) command.error('--only needs --episode', { exitCode: 2 });
  return options;
}

function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Not a whole number.');
  return Number(text);
}

function steps(text: string): number[] {
  try {
    return indexesOf(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
