import { Argument, type Command } from 'commander';
import { type Operator, OPERATORS } from '../../../connectors/operators/operator.port.js';
import {
  ReverseUnknownChargeService,
  type UnknownReversal,
} from '../../../products/direct-billing/charges/reverse-unknown-charge.service.js';
import type { CommandRunner } from '../../command-runner.js';
import { CALL, examples } from '../../examples.js';
import { recordAnswer } from '../../output/record-answer.js';
import { UserError } from '../../user-error.js';
import { parseUuid } from '../../values/identifiers.js';

const REFUSALS: Record<Exclude<UnknownReversal, 'reversed'>, string> = {
  known: 'This charge is here: it goes back by itself when it has to.',
  not_booked: 'The operator was asked, and does not say that it has booked this charge. Nothing was given back.',
  no_connector: 'There is no connector for this operator.',
  pending: 'The operator has not confirmed it. Give the same command again later; repeating it is harmless.',
};

export function addReverseUnknown(directBilling: Command, runner: CommandRunner): void {
  directBilling
    .command('reverse-unknown')
    .description('give the money of a charge back that the operator knows and nothing here does')
    .addArgument(new Argument('<operator>').choices(OPERATORS))
    .argument('<reference>', 'of the charge', parseUuid)
    .addHelpText(
      'after',
      `\nAs after a return to an earlier moment. The operator is asked first, and only what it has booked goes back. Nothing is entered in the books. Which there are: ${CALL} transaction unknown`,
    )
    .addHelpText('after', examples('directbilling reverse-unknown orange 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'))
    .action(
      runner.action(async (session, operator: Operator, reference: string) => {
        const app = await session.application();
        const outcome = await app.get(ReverseUnknownChargeService).run(operator, reference);
        if (outcome !== 'reversed') throw new UserError(REFUSALS[outcome]);
        return recordAnswer({ operator, reference, outcome }, 'Given back.');
      }),
    );
}
