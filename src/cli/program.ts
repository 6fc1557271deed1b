import { Command, Help } from 'commander';
import { VERSION } from '../runtime/version.js';
import type { CliIo } from './cli-io.js';
import type { CommandRunner } from './command-runner.js';
import { addClockCommands } from './commands/clock.commands.js';
import { addCountersCommands } from './commands/counters.commands.js';
import { addDeliveriesCommands } from './commands/deliveries.commands.js';
import { addLedgerCommands } from './commands/ledger.commands.js';
import { addMigrate } from './commands/migrate.command.js';
import { addNotificationCommands } from './commands/notification.commands.js';
import { addPartnerCommands } from './commands/partner.commands.js';
import { addPayerCommands } from './commands/payer.commands.js';
import { addStatement } from './commands/statement.command.js';
import { addTokenCommands } from './commands/token.commands.js';
import { addWalletCommands } from './commands/wallet.commands.js';
import { CALL, examples } from './examples.js';
import { PRODUCTS } from './products/products.js';
import { addServiceCommands } from './service/service.commands.js';
import { addSettlementCommands } from './settlement/settlement.commands.js';
import { addTransactionCommands } from './transaction/transaction.commands.js';

const QUIETLY = CALL.startsWith('npm') ? ' and keep npm quiet' : '';

const NOTES = `
Works beside a running gateway and without one: the embedded database is shared or started for the moment.
DATABASE_URL and the other settings are read from the environment, as the gateway reads them.

In scripts use --json${QUIETLY}: ${CALL.replace('run', 'run --silent')} partner list --json
Exit codes: 0 done, 1 failed, 2 called wrongly, 130 interrupted.`;

export const USAGE_HINT = 'Add --help to see how it is used.';

/** All commands. Each adds itself to its noun. */
export function buildProgram(io: CliIo, runner: CommandRunner): Command {
  const program = new Command()
    .name(CALL)
    .description('Sets up partners, services and tokens, and looks into transactions, notifications and the ledger.')
    .usage('<command> [options]')
    .version(VERSION, '--version', 'print the version and nothing else')
    .option('--json', 'print the answer as JSON and nothing else')
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
    .addHelpText('after', examples('migrate', 'partner create "Flower Shop"', 'transaction show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'));

  addMigrate(program, runner);
  addPartnerCommands(program, runner);
  addServiceCommands(program, runner);
  addTokenCommands(program, runner);
  addTransactionCommands(program, runner);
  addDeliveriesCommands(program, runner);
  addNotificationCommands(program, runner);
  for (const product of PRODUCTS) product.addCommands(program, runner);
  addWalletCommands(program, runner);
  addSettlementCommands(program, runner);
  addStatement(program, runner);
  addLedgerCommands(program, runner);
  addCountersCommands(program, runner);
  addPayerCommands(program, runner);
  addClockCommands(program, runner);
  return program;
}
