import { OPERATORS } from '../../../connectors/operators/operator.port.js';
import { ChargeQueries, type LateBooking } from '../../../products/direct-billing/charges/charge.queries.js';
import type { DirectBillingCharge } from '../../../products/direct-billing/charges/direct-billing-charge.entity.js';
import {
  ReverseUnmatchedChargeService,
  type UnmatchedReversal,
} from '../../../products/direct-billing/charges/reverse-unmatched-charge.service.js';
import { CLI_COMMAND } from '../../../runtime/cli-command.js';
import { changeCommand, listCommand, noun } from '../../command.js';
import { argument } from '../../inputs.js';
import { recordResult } from '../../output/result.js';
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

const lateBookings = listCommand({
  description: 'list charges that were booked after their transaction had ended, newest first',
  notes: 'reversal_due: the money is in suspense until the operator has reversed the charge. reversed: the charge is reversed.',
  view: LATE_BOOKING,
  limit: 100,
  rows: ({ app }, _, limit) => app.get(ChargeQueries).bookedLate(limit),
  empty: 'No late bookings.',
});

const CONFLICT = viewOf<DirectBillingCharge>()({
  at: 'conflictAt',
  state: 'state',
  conflict: 'conflict',
  operator: 'operator',
  gross: money('grossMinor'),
  currency: () => 'PLN',
  test: 'test',
  transaction_id: 'transactionId',
  charge_reference: 'reference',
  next_poll_at: 'nextPollAt',
});

const conflicts = listCommand({
  description: 'list charges that the operator booked and later reported as not booked, oldest first',
  notes: 'next_poll_at: when the operator is polled next. Without it, polls do not resolve the conflict.',
  view: CONFLICT,
  limit: 100,
  rows: ({ app }, _, limit) => app.get(ChargeQueries).conflicting(limit),
  empty: 'No charge has a conflict.',
});

const FAILURE_TEXTS: Record<Exclude<UnmatchedReversal, 'reversed'>, string> = {
  known: 'The gateway has a record of this charge, and reverses it by itself if needed.',
  not_booked: 'The operator was polled and has not booked this charge. Nothing was reversed.',
  no_connector: 'There is no connector for this operator.',
  pending: 'The operator has not confirmed the reversal. Repeat the command later. Repeating it is harmless.',
};

const reverseUnmatched = changeCommand({
  description: 'reverse a charge that the operator has booked and for which this gateway has no record',
  takes: { operator: argument('<operator>', '', OPERATORS), reference: argument('<reference>', 'of the charge', parseUuid) },
  notes: `For charges that were lost when a backup was restored. The operator is polled first, and only a booked charge is reversed. The ledger does not change. List them: ${CLI_COMMAND} transaction unmatched`,
  examples: ['directbilling reverse-unmatched orange 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c'],
  async run({ app }, { operator, reference }) {
    const outcome = await app.get(ReverseUnmatchedChargeService).run(operator, reference);
    if (outcome !== 'reversed') throw new UserError(FAILURE_TEXTS[outcome]);
    return recordResult({ operator, reference, outcome }, 'Reversed.');
  },
});

export const directBilling = noun({
  examples: ['directbilling late-bookings', 'directbilling conflicts'],
  commands: { 'late-bookings': lateBookings, conflicts, 'reverse-unmatched': reverseUnmatched },
});
