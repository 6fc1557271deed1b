import { formatAmount } from '../../../common/money/amount.js';
import { channelOf } from '../../../connectors/channels/catalogue/channel-catalogue.js';
import type { EventObject } from '../../../platform/webhooks/outbox/event-body.js';
import { PLN } from '../currencies/rate.js';
import type { PaymentRefund } from './payment-refund.entity.js';

export const REFUND_NOTIFICATION_TYPE = 'transaction_refund:status_changed';

/** What a notification about a refund says, in the order of signing. */
export function refundNotificationData(refund: PaymentRefund): EventObject {
  return {
    id: refund.id,
    service_id: refund.serviceId,
    status: refund.status,
    amount: {
      currency: refund.currency,
      value: formatAmount(refund.amountMinor),
      wallet_currency: PLN,
      wallet_value: formatAmount(refund.walletMinor),
    },
    transaction: { id: refund.transactionId, payment_channel: refund.channel, payment_type: channelOf(refund.channel).type },
  };
}
