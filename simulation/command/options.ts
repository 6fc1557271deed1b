import { Command, InvalidArgumentError } from 'commander';
import { indexesOf } from '../run/step-list.js';

export interface Options {
  /** Left out: a fresh one; with `bugs` always the same. */
  seed?: number;
  steps?: number;
  /** After so many no episode is begun. */
  seconds?: number;
  episode?: number;
  only?: number[];
  bug?: string;
  /** Names; true: all of them. */
  bugs?: true | string;
  story?: boolean;
}

const CODES = `
Ends with 0 when every invariant held (with --bugs: when every bug was found), with 1 when one did not (a bug was not found), with 2 when the
options make no sense, and with 3 when the simulation itself broke or was stopped.`;

/** @throws CommanderError when there is nothing to be done, or the options make no sense. */
export function readOptions(given: readonly string[]): Options {
  const command = new Command('npm run simulate --')
    .description(
      'Simulates the whole money side of the gateway: two processes, a real database, everybody outside, and whatever goes wrong.',
    )
    .option('--seed <number>', 'from which everything follows; a fresh one where none is given', whole)
    .option('--steps <number>', 'how many steps are done; 20,000 where nothing is given, and at most 9,000 for each bug', whole)
    .option('--seconds <number>', 'after so many no more episodes are begun', whole)
    .option('--episode <number>', 'only this episode of the seed, with its story', whole)
    .option('--only <steps>', 'only these steps of the episode, such as 3,7-9', steps)
    .option('--bug <name>', 'with this bug planted; docs/simulation.md names them')
    .option('--bugs [names]', 'with each bug, or each of these, one after the other: writes the table of docs/simulation.md')
    .option('--story', 'tells everything that happens, not only what is wrong')
    .addHelpText('after', CODES)
    .exitOverride();
  const options = command.parse(given, { from: 'user' }).opts<Options>();
  if (options.only && options.episode === undefined) command.error('--only needs --episode', { exitCode: 2 });
  return options;
}

function whole(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('That is no whole number.');
  return Number(text);
}

function steps(text: string): number[] {
  try {
    return indexesOf(text);
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}
