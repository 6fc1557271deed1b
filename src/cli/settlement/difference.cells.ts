import { formatAmount } from '../../common/money/amount.js';
import type { FileDifference } from '../../platform/ledger/files/settlement-files.query.js';

export const DIFFERENCE_COLUMNS = ['kind', 'line', 'reference', 'here', 'there', 'difference', 'currency'] as const;

/** A difference to the grosz: there less here. */
export function differenceCells({ kind, atLine, reference, hereMinor, thereMinor, currency }: FileDifference) {
  return {
    kind,
    line: atLine,
    reference,
    here: hereMinor === null ? null : formatAmount(hereMinor),
    there: thereMinor === null ? null : formatAmount(thereMinor),
    difference: formatAmount((thereMinor ?? 0) - (kind === 'twice' ? 0 : (hereMinor ?? 0))),
    currency,
  };
}
