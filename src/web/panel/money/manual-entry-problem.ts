import {
  payableMinor,
  PayoutTooHighError,
  PartnerBlockedError,
  ReferenceTakenError,
} from '../../../platform/ledger/manual/manual-entry-rejected.js';
import { ProposalRejectedError, TotalsChangedError } from '../../../platform/ledger/approvals/proposal-rejected.js';
import { PeriodNotOverError } from '../../../platform/ledger/settlement/period-not-over.js';
import type { SettledTotals } from '../../../platform/ledger/settlement/settle.service.js';
import { WalletBalanceTooLowError } from '../../../platform/ledger/wallet-balance-too-low.js';
import type { PanelLocale, PanelTexts } from '../texts/texts.js';
import { signedMoney } from '../transaction/history-context.js';

export type ManualEntryProblem = keyof PanelTexts['money']['problems'];

/** Creates the sentence that tells staff why a manual entry was rejected. */
export type ProblemText = (t: PanelTexts['money'], locale: PanelLocale) => string;

export const fixedProblemText =
  (problem: ManualEntryProblem): ProblemText =>
  (t) =>
    t.problems[problem];

/** @throws the given error when staff cannot correct its cause in the form. */
export function problemTextOf(error: unknown): ProblemText {
  if (error instanceof TotalsChangedError) {
    return (t, locale) =>
      `${t.problems.sumsChanged} ${t.shown}: ${formatSums(error.shown, locale)}; ${t.now}: ${formatSums(error.now, locale)}`;
  }
  if (error instanceof PayoutTooHighError) {
    const { wallet } = error;
    return (t, locale) => `${t.problems.tooHigh} ${signedMoney(payableMinor(wallet), locale, wallet.currency)}`;
  }
  if (error instanceof WalletBalanceTooLowError) return fixedProblemText('tooLow');
  if (error instanceof PartnerBlockedError) return fixedProblemText('blocked');
  if (error instanceof ReferenceTakenError) return fixedProblemText('taken');
  if (error instanceof PeriodNotOverError) return fixedProblemText('notOver');
  if (error instanceof ProposalRejectedError) return fixedProblemText(error.why);
  throw error;
}

/** `PLN 123.00 / PLN 110.00`: for each currency, the sum that the provider paid and the sum that becomes available to partners. */
export const formatSums = (sums: readonly SettledTotals[], locale: PanelLocale): string =>
  sums
    .map(({ currency, clearedMinor, availableMinor }) =>
      [clearedMinor, availableMinor].map((minor) => signedMoney(minor, locale, currency)).join(' / '),
    )
    .join(', ');
