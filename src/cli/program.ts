import { Command, Help } from 'commander';
import { VERSION } from '../runtime/version.js';
import { CLI_COMMAND } from '../runtime/cli-command.js';
import { type CommandRun, exampleLines } from './command.js';
import { COMPLETION, NOUNS } from './nouns.js';

const NPM_HINT = CLI_COMMAND.startsWith('npm') ? ' and keep npm quiet' : '';

const NOTES = `
Works with and without a running gateway: the embedded database is shared with it, or started for the command.
DATABASE_URL and the other settings come from the environment, as for the gateway.

In scripts use --json${NPM_HINT}: ${CLI_COMMAND.replace('run', 'run --silent')} partner list --json
Exit codes: 0 done, 1 failed, 2 invalid arguments, 130 interrupted.`;

const EXAMPLES = ['migrate', 'partner create "Flower Shop"', 'transaction show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'];

export const USAGE_HINT = 'Add --help to see how it is used.';

/**
 * Builds the program with all nouns.
 * @param isWanted whether the commands of a noun are loaded. Other nouns have only their line in the help.
 */
export async function buildProgram(run: CommandRun, isWanted: (noun: string) => boolean): Promise<Command> {
  const { io } = run;
  const program = new Command()
    .name(CLI_COMMAND)
    .description('Sets up partners, services and tokens, and shows transactions, notifications and the ledger.')
    .usage('<command> [options]')
    .version(VERSION, '--version', 'print only the version')
    .option('--json', 'print only JSON')
    .configureHelp({
      showGlobalOptions: true,
      optionDescription: (option) => new Help().optionDescription(option) + (option.mandatory ? ' (required)' : ''),
    })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
    })
    .exitOverride()
    .showHelpAfterError(USAGE_HINT)
    .addHelpText('after', NOTES)
    .addHelpText('after', exampleLines(EXAMPLES));

  for (const [name, { description, load }] of Object.entries(NOUNS)) {
    const noun = program.command(name).description(description);
    if (isWanted(name)) (await load()).addTo(noun, run);
  }
  return program;
}

/** Selects the nouns whose commands a call needs: the named noun, also after `help`, or all nouns for `completion`. */
export function nounFilter(argv: readonly string[]): (noun: string) => boolean {
  const [first, second] = argv.filter((argument) => !argument.startsWith('-'));
  return (noun) => noun === (first === 'help' ? second : first) || first === COMPLETION;
}
