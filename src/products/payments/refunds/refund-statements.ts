import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { PaymentRefund } from './payment-refund.entity.js';

export const REFUND_COLUMNS = selectionOf(PaymentRefund, [
  'id',
  'status',
  'amountMinor',
  'currency',
  'walletMinor',
  'createdAt',
  'updatedAt',
]);
export type RefundRow = RowOf<typeof REFUND_COLUMNS>;

const FROM_PAYMENT = `FROM payment_transaction t LEFT JOIN payment_refund r ON r.transaction_id = t.id`;

/**
 * The parameters are the ids of the payment and of the service. A payment without refunds gives one row of nulls; an unknown payment gives
 * no row.
 */
export const LIST_REFUNDS = {
  name: 'payment_refund_list',
  text: `SELECT ${REFUND_COLUMNS.columns('r')} ${FROM_PAYMENT} WHERE t.id = $1 AND t.service_id = $2 ORDER BY r.created_at DESC, r.id DESC`,
};

/** Like `LIST_REFUNDS`, for one refund. The parameters are the ids of the payment, of the service and of the refund. */
export const SHOW_REFUND = {
  name: 'payment_refund_show',
  text: `SELECT ${REFUND_COLUMNS.columns('r')} ${FROM_PAYMENT} AND r.id = $3 WHERE t.id = $1 AND t.service_id = $2`,
};
