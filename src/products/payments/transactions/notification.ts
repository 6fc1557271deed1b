import { formatAmount } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { channelOf } from '../../../connectors/channels/catalogue/channel-catalogue.js';
import type { EventObject } from '../../../platform/webhooks/outbox/event-body.js';
import { PLN } from '../currencies/rate.js';
import type { PaymentTransaction } from './payment-transaction.entity.js';

export const NOTIFICATION_TYPE = 'transaction:status_changed';

/** What a notification about a payment says, in the order of signing. What has no value yet is left out. */
export function notificationData(row: PaymentTransaction, zone: string): EventObject {
  return {
    id: row.id,
    payer_transaction_id: row.payerTransactionId,
    service_id: row.serviceId,
    status: row.status,
    amount: amountData(row),
    control: row.control ?? undefined,
    payment: row.channel ? { channel: row.channel, type: channelOf(row.channel).type } : {},
    customer: { country_code: row.customer?.countryCode ?? undefined },
    paid_at: row.paidAt ? formatTimestamp(row.paidAt, zone) : undefined,
    created_at: formatTimestamp(row.createdAt, zone),
  };
}

/** The sums of a payment as every notification that has them says them. */
export function amountData({ plnMinor, amountMinor, currency, commissionMinor, partnerMinor }: PaymentTransaction): EventObject {
  const shared = commissionMinor !== null && partnerMinor !== null;
  return {
    final_currency: PLN,
    final_value: formatAmount(plnMinor),
    original_currency: currency,
    original_value: formatAmount(amountMinor),
    commission_system: shared ? formatAmount(commissionMinor) : undefined,
    commission_partner: shared ? formatAmount(partnerMinor) : undefined,
    commission_currency: shared ? PLN : undefined,
  };
}
