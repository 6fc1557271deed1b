import { bookedChargebacks } from './chargeback.js';
import type { ReferenceModel } from './reference-model.js';
import { dashed } from './digits.js';

/** A line of a provider's settlement file. */
export interface FileLine {
  reference: string;
  /** Minor units; negative amounts were given back. */
  minor: number;
  currency: string;
}

/** What a provider took and gave back, in its own records or by its reports to the gateway. */
export function settlementLines(model: ReferenceModel, provider: string, by: 'records' | 'callbacks' = 'records'): FileLine[] {
  return [...ofOperator(model, provider), ...ofAcquirer(model, provider, by), ...(provider === 'sms' ? ofMessages(model) : [])];
}

function ofOperator({ charges }: ReferenceModel, provider: string): FileLine[] {
  const booked = [...charges.values()].filter(({ operator, actualState }) => operator === provider && actualState === 'booked');
  return booked.flatMap(({ reference, gross, reversals }) => [pln(reference, gross), ...(reversals > 0 ? [pln(reference, -gross)] : [])]);
}

function ofMessages({ sales }: ReferenceModel): FileLine[] {
  return [...sales.values()].flatMap((sale) => (sale.kind === 'sms' && sale.isPosted ? [pln(sale.name, sale.gross)] : []));
}

function ofAcquirer({ attempts, refunds }: ReferenceModel, provider: string, by: 'records' | 'callbacks'): FileLine[] {
  const taken = [...attempts.values()].filter(({ channel }) => channel === provider);
  // Money that was returned before the gateway heard of its payment cancels out and is in no file.
  const given = [...refunds.values()].filter(
    ({ channel, actualState, postedEntries }) =>
      channel === provider && (actualState === 'given' || (actualState === 'taken back' && postedEntries.has('refund.completed'))),
  );
  return [
    ...taken.flatMap((attempt) => {
      const reference = dashed(attempt.reference);
      const returned = [...attempt.reversals.values(), ...bookedChargebacks(attempt)];
      const taken = by === 'callbacks' ? (attempt.suspenseSum ?? attempt.taken) : attempt.taken;
      return taken ? [lineOf(reference, taken, 1), ...returned.map((sum) => lineOf(reference, sum, -1))] : [];
    }),
    ...given.flatMap(({ reference, amount, payment: { requested }, actualState }) => {
      const sum = { amount, currency: requested.currency };
      const back = lineOf(dashed(reference), sum, -1);
      return actualState === 'given' ? [back] : [back, lineOf(dashed(reference), sum, 1)];
    }),
  ];
}

const pln = (reference: string, minor: number): FileLine => ({ reference, minor, currency: 'PLN' });

function lineOf(reference: string, { amount, currency }: { amount: number; currency: string }, sign: 1 | -1): FileLine {
  return { reference, minor: sign * amount, currency };
}
