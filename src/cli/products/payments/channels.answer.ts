import { formatAmount, formatAmountShortest } from '../../../common/money/amount.js';
import type { ServiceChannel } from '../../../products/payments/channels/service-channel.js';
import type { Answer } from '../../output/answer.js';
import { table } from '../../output/table.js';

export function channelsAnswer(serviceId: string, channels: readonly ServiceChannel[]): Answer {
  const rows = channels.map(({ channel, enabled, connector, commissionBp, commissionFixedMinor, currencies, minMinor, maxMinor }) => ({
    channel: channel.id,
    type: channel.type,
    enabled,
    connected: connector?.name ?? null,
    commission_percent: formatAmountShortest(commissionBp),
    commission_fixed: formatAmount(commissionFixedMinor),
    currencies: currencies.join(','),
    min: formatAmount(minMinor),
    max: formatAmount(maxMinor),
  }));
  return {
    json: { service_id: serviceId, channels: rows },
    text: `${table(rows, COLUMNS)}\n\nCommission is percent of the PLN value and a fixed part in PLN; limits are in the currency that is paid in.`,
  };
}

const COLUMNS = ['channel', 'type', 'enabled', 'connected', 'commission_percent', 'commission_fixed', 'currencies', 'min', 'max'] as const;
