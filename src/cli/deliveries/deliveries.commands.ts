import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addDeliveryEndpoints } from './endpoints.command.js';
import { addDeliveryList } from './list.command.js';
import { addDeliveryResend } from './resend.command.js';
import { addDeliveryShow } from './show.command.js';

export function addDeliveriesCommands(program: Command, runner: CommandRunner): void {
  const deliveries = program
    .command('deliveries')
    .description('notifications on their way to partners')
    .addHelpText(
      'after',
      `
States: pending (waiting, or being sent), acknowledged, exhausted (the last retry failed),
stopped (the partner answered 410), unaddressed (the service had no notify address).`,
    )
    .addHelpText('after', examples('deliveries list --status exhausted', 'deliveries resend 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'));
  addDeliveryList(deliveries, runner);
  addDeliveryShow(deliveries, runner);
  addDeliveryResend(deliveries, runner);
  addDeliveryEndpoints(deliveries, runner);
}
