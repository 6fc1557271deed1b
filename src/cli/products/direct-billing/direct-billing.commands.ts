import { Argument, type Command } from 'commander';
import { type Operator, OPERATORS } from '../../../connectors/operators/operator.port.js';
import { ContradictedChargesQuery } from '../../../products/direct-billing/charges/contradicted-charges.query.js';
import type { DirectBillingCharge } from '../../../products/direct-billing/charges/direct-billing-charge.entity.js';
import { type LateBooking, LateBookingsQuery } from '../../../products/direct-billing/charges/late-bookings.query.js';
import {
  ReverseUnknownChargeService,
  type UnknownReversal,
} from '../../../products/direct-billing/charges/reverse-unknown-charge.service.js';
import type { CommandRunner } from '../../command-runner.js';
import { CALL, examples } from '../../examples.js';
import { addList } from '../../list-command.js';
import { recordAnswer } from '../../output/answer.js';
import { money, viewOf } from '../../output/view.js';
import { UserError } from '../../user-error.js';
import { parseUuid } from '../../values/identifiers.js';

const LATE_BOOKING = viewOf<LateBooking>()({
  at: 'at',
  state: 'state',
  operator: 'operator',
  gross: money('grossMinor'),
  currency: () => 'PLN',
  test: 'test',
  transaction_id: 'transactionId',
  service_id: 'serviceId',
  charge_reference: 'chargeReference',
});

const CONTRADICTION = viewOf<DirectBillingCharge>()({
  at: 'contradictedAt',
  state: 'state',
  contradiction: 'contradiction',
  operator: 'operator',
  gross: money('grossMinor'),
  currency: () => 'PLN',
  test: 'test',
  transaction_id: 'transactionId',
  charge_reference: 'reference',
  ask_at: 'askAt',
});

export function addDirectBillingCommands(program: Command, runner: CommandRunner): void {
  const directBilling = program
    .command('directbilling')
    .description('what needs attention at the mobile operators')
    .addHelpText('after', examples('directbilling late-bookings', 'directbilling contradictions'));
  addList(directBilling, runner, {
    name: 'late-bookings',
    description: 'list charges that were booked after their transaction had ended, newest first',
    note: 'reversal_due: the money is in suspense until the operator has given it back; reversed: it is back.',
    view: LATE_BOOKING,
    rows: (app, limit) => app.get(LateBookingsQuery).run(limit),
    empty: 'No late bookings.',
  });
  addList(directBilling, runner, {
    name: 'contradictions',
    description: 'list charges that were booked, and that the operator then called not booked, longest waiting first',
    note: 'ask_at: when the operator is asked next which of both is true. Without it, the operator stands by its last answer.',
    view: CONTRADICTION,
    rows: (app, limit) => app.get(ContradictedChargesQuery).run(limit),
    empty: 'No operator has contradicted itself.',
  });
  addReverseUnknown(directBilling, runner);
}

const REFUSALS: Record<Exclude<UnknownReversal, 'reversed'>, string> = {
  known: 'This charge is here: it goes back by itself when it has to.',
  not_booked: 'The operator was asked, and does not say that it has booked this charge. Nothing was given back.',
  no_connector: 'There is no connector for this operator.',
  pending: 'The operator has not confirmed it. Give the same command again later; repeating it is harmless.',
};

function addReverseUnknown(directBilling: Command, runner: CommandRunner): void {
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
