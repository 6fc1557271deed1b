import type { Command } from 'commander';
import type { CommandRunner } from '../../command-runner.js';
import { examples } from '../../examples.js';
import { addChargebacks } from './chargebacks.command.js';
import { addPaymentContradictions } from './contradictions.command.js';
import { addHeld, addJudgements } from './held.commands.js';
import { addRefunds } from './refunds.command.js';
import { addStray } from './stray.command.js';

export function addPaymentCommands(program: Command, runner: CommandRunner): void {
  const payment = program
    .command('payment')
    .description('what needs attention among online payments')
    .addHelpText(
      'after',
      examples(
        'payment held',
        'payment release 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c',
        'payment stray',
        'payment contradictions',
        'payment refunds',
      ),
    );
  addHeld(payment, runner);
  addJudgements(payment, runner);
  addStray(payment, runner);
  addPaymentContradictions(payment, runner);
  addRefunds(payment, runner);
  addChargebacks(payment, runner);
}
