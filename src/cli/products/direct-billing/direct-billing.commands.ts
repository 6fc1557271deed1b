import type { Command } from 'commander';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { addChargeContradictions } from './contradictions.command.js';
import { addLateBookings } from './late-bookings.command.js';
import { addReverseUnknown } from './reverse-unknown.command.js';

export function addDirectBillingCommands(program: Command, runner: CommandRunner): void {
  const directBilling = program
    .command('directbilling')
    .description('what needs attention at the mobile operators')
    .addHelpText('after', examples('directbilling late-bookings', 'directbilling contradictions'));
  addLateBookings(directBilling, runner);
  addChargeContradictions(directBilling, runner);
  addReverseUnknown(directBilling, runner);
}
