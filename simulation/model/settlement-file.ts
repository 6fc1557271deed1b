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

/** What a provider took and gave back, by its own books or by its reports to the gateway. */
export function settlementLines(books: ReferenceModel, provider: string, by: 'its books' | 'its word' = 'its books'): FileLine[] {
  return [...ofOperator(books, provider), ...ofAcquirer(books, provider, by), ...(provider === 'sms' ? ofMessages(books) : [])];
}

function ofOperator({ charges }: ReferenceModel, provider: string): FileLine[] {
  const booked = [...charges.values()].filter(({ operator, deed }) => operator === provider && deed === 'booked');
  return booked.flatMap(({ reference, gross, reversals }) => [pln(reference, gross), ...(reversals > 0 ? [pln(reference, -gross)] : [])]);
}

function ofMessages({ sales }: ReferenceModel): FileLine[] {
  return [...sales.values()].flatMap((sale) => (sale.kind === 'sms' && sale.entered ? [pln(sale.name, sale.gross)] : []));
}

function ofAcquirer({ attempts, refunds }: ReferenceModel, provider: string, by: 'its books' | 'its word'): FileLine[] {
  const taken = [...attempts.values()].filter(({ channel }) => channel === provider);
  // Money that was returned before the gateway heard of its payment cancels out and is in no file.
  const given = [...refunds.values()].filter(
    ({ channel, deed, entered }) =>
      channel === provider && (deed === 'given' || (deed === 'taken back' && entered.has('refund.completed'))),
  );
  return [
    ...taken.flatMap((attempt) => {
      const reference = dashed(attempt.reference);
      const returned = [...attempt.returns.values(), ...bookedChargebacks(attempt)];
      const taken = by === 'its word' ? (attempt.unmatchedOf ?? attempt.taken) : attempt.taken;
      return taken ? [lineOf(reference, taken, 1), ...returned.map((sum) => lineOf(reference, sum, -1))] : [];
    }),
    ...given.flatMap(({ reference, amount, payment: { asked }, deed }) => {
      const sum = { amount, currency: asked.currency };
      const back = lineOf(dashed(reference), sum, -1);
      return deed === 'given' ? [back] : [back, lineOf(dashed(reference), sum, 1)];
    }),
  ];
}

const pln = (reference: string, minor: number): FileLine => ({ reference, minor, currency: 'PLN' });

function lineOf(reference: string, { amount, currency }: { amount: number; currency: string }, sign: 1 | -1): FileLine {
  return { reference, minor: sign * amount, currency };
}
