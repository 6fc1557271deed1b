import { formatAmount, formatAmountShortest } from '../../../common/money/amount.js';
import type { OperatorTariff } from '../../../products/direct-billing/commission/tariff-list.query.js';
import type { Answer } from '../../output/answer.js';
import { table } from '../../output/table.js';

/** Shares are percent of the net price; basis points are percent with two decimals. */
export function tariffAnswer(serviceId: string, tariffs: readonly OperatorTariff[]): Answer {
  const rows = tariffs.map(({ operator, enabled, sharesBp: [low, middle, high], maxGrossMinor }) => ({
    operator,
    enabled,
    share_below_9: formatAmountShortest(low),
    share_from_9: formatAmountShortest(middle),
    share_from_25: formatAmountShortest(high),
    max_gross: formatAmount(maxGrossMinor),
    currency: 'PLN',
  }));
  return {
    json: { service_id: serviceId, tariffs: rows },
    text: `${table(rows, COLUMNS)}\n\nShares are percent of the net price, by the gross price.`,
  };
}

const COLUMNS = ['operator', 'enabled', 'share_below_9', 'share_from_9', 'share_from_25', 'max_gross', 'currency'] as const;
