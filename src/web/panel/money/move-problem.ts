import { PartnerBlockedError } from '../../../platform/ledger/manual-entries/partner-blocked.js';
import { payableMinor, PayoutTooHigh } from '../../../platform/ledger/manual-entries/payout-too-high.js';
import { ReferenceTakenError } from '../../../platform/ledger/manual-entries/reference-taken.js';
import { ProposalRefused, SumsChanged } from '../../../platform/ledger/approvals/proposal-refused.js';
import { PeriodNotOverError } from '../../../platform/ledger/settlement/period-not-over.js';
import type { SettledTotals } from '../../../platform/ledger/settlement/settle.service.js';
import { WalletBalanceTooLowError } from '../../../platform/ledger/wallet-balance-too-low.js';
import type { PanelLocale, PanelTexts } from '../texts/texts.js';
import { signedMoney } from '../transaction/words.js';

export type MoveProblem = keyof PanelTexts['money']['problems'];

/** Says in words why something was not entered. */
export type SaidProblem = (t: PanelTexts['money'], locale: PanelLocale) => string;

export const saying =
  (problem: MoveProblem): SaidProblem =>
  (t) =>
    t.problems[problem];

/** @throws the error when it is none that a person can do something about. */
export function moveRefusalOf(error: unknown): SaidProblem {
  if (error instanceof SumsChanged) {
    return (t, locale) =>
      `${t.problems.sumsChanged} ${t.shown}: ${sumsInWords(error.shown, locale)}; ${t.now}: ${sumsInWords(error.now, locale)}`;
  }
  if (error instanceof PayoutTooHigh) {
    const { wallet } = error;
    return (t, locale) => `${t.problems.tooHigh} ${signedMoney(payableMinor(wallet), locale, wallet.currency)}`;
  }
  if (error instanceof WalletBalanceTooLowError) return saying('tooLow');
  if (error instanceof PartnerBlockedError) return saying('blocked');
  if (error instanceof ReferenceTakenError) return saying('taken');
  if (error instanceof PeriodNotOverError) return saying('notOver');
  if (error instanceof ProposalRefused) return saying(error.why);
  throw error;
}

/** What becomes available, or what the party paid where partners have no share. */
export const sumsInWords = (sums: readonly SettledTotals[], locale: PanelLocale): string =>
  sums
    .map(({ currency, clearedMinor, availableMinor }) =>
      [clearedMinor, availableMinor].map((minor) => signedMoney(minor, locale, currency)).join(' / '),
    )
    .join(', ');
