import { bookedChargebacks } from './chargeback.js';
import type { ReferenceModel } from './reference-model.js';
import { withDashes } from './uuid-dashes.js';

/** A line of a provider's settlement file. */
export interface FileLine {
  reference: string;
  /** Minor units; negative for refunds, reversals and chargebacks. */
  minor: number;
  currency: string;
}

/**
 * Returns the correct lines of a provider's settlement file.
 * @param source `callbacks`: captured amounts as the gateway has booked them after a callback, where they differ from the provider's
 * records.
 */
export function settlementLines(model: ReferenceModel, provider: string, source: 'records' | 'callbacks' = 'records'): FileLine[] {
  return [...operatorLines(model, provider), ...acquirerLines(model, provider, source), ...(provider === 'sms' ? smsLines(model) : [])];
}

function operatorLines({ charges }: ReferenceModel, provider: string): FileLine[] {
  const booked = [...charges.values()].filter(({ operator, actualState }) => operator === provider && actualState === 'booked');
  return booked.flatMap(({ reference, gross, reversalCount }) => [
    plnLine(reference, gross),
    ...(reversalCount > 0 ? [plnLine(reference, -gross)] : []),
  ]);
}

function smsLines({ sales }: ReferenceModel): FileLine[] {
  return [...sales.values()].flatMap((sale) => (sale.kind === 'sms' && sale.isPosted ? [plnLine(sale.name, sale.gross)] : []));
}

function acquirerLines({ attempts, refunds }: ReferenceModel, provider: string, source: 'records' | 'callbacks'): FileLine[] {
  const attemptsOfProvider = [...attempts.values()].filter(({ channel }) => channel === provider);
  // A reversed refund is two lines. If the gateway never booked its completion, they cancel out and are in no file.
  const completedRefunds = [...refunds.values()].filter(
    ({ channel, actualState, postedEntries }) =>
      channel === provider && (actualState === 'completed' || (actualState === 'reversed' && postedEntries.has('refund.completed'))),
  );
  return [
    ...attemptsOfProvider.flatMap((attempt) => {
      const reference = withDashes(attempt.reference);
      const returnedMoney = [...attempt.reversals.values(), ...bookedChargebacks(attempt)];
      const captured = source === 'callbacks' ? (attempt.suspenseMoney ?? attempt.captured) : attempt.captured;
      return captured ? [lineOf(reference, captured, 1), ...returnedMoney.map((money) => lineOf(reference, money, -1))] : [];
    }),
    ...completedRefunds.flatMap(({ reference, amount, payment: { requested }, actualState }) => {
      const money = { amount, currency: requested.currency };
      const refundLine = lineOf(withDashes(reference), money, -1);
      return actualState === 'completed' ? [refundLine] : [refundLine, lineOf(withDashes(reference), money, 1)];
    }),
  ];
}

const plnLine = (reference: string, minor: number): FileLine => ({ reference, minor, currency: 'PLN' });

function lineOf(reference: string, { amount, currency }: { amount: number; currency: string }, sign: 1 | -1): FileLine {
  return { reference, minor: sign * amount, currency };
}
