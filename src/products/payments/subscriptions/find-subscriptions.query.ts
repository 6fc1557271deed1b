import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { matching, searchNewest, type SearchScope } from '../../../platform/listing/search-newest.js';
import { Environment } from '../../../runtime/config/environment.js';
import { type RowOf, selectionOf } from '../../../runtime/database/rows/row-selection.js';
import { nextCharges } from './next-charges.js';
import { PaymentSubscription } from './payment-subscription.entity.js';

const COLUMNS = selectionOf(PaymentSubscription, [
  'id',
  'serviceId',
  'transactionId',
  'aliasId',
  'status',
  'mode',
  'model',
  'currency',
  'amountLimitMinor',
  'totalLimitMinor',
  'countLimit',
  'frequency',
  'initiationAt',
  'expiresAt',
  'chargeCount',
  'chargeMinor',
  'paidCount',
  'paidMinor',
  'cancelledBy',
  'cancelledReason',
  'activatedAt',
  'createdAt',
]);

export interface FoundSubscription extends RowOf<typeof COLUMNS> {
  /** Label of the mandate in the bank's app. */
  label: string;
  nextChargeAt: Date | null;
}

export interface SubscriptionSearch extends SearchScope {
  status: string | null;
  /** Id of a subscription, or of the payment that set it up. */
  id: string | null;
}

/** Finds subscriptions of any service, newest first. */
@Injectable()
export class FindSubscriptionsQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
  ) {}

  async run({ status, id, ...scope }: SubscriptionSearch): Promise<FoundSubscription[]> {
    const rows = await searchNewest(this.dataSource, 'payment', COLUMNS, scope, [
      matching('t.status = ?', status),
      id === null ? null : { sql: '(t.id = ?::uuid OR t.transaction_id = ?::uuid)', values: [id, id] },
    ]);
    const labels = await this.dataSource.query<{ id: string; label: string }[]>('SELECT id, label FROM payment_alias WHERE id = ANY ($1)', [
      rows.map(({ aliasId }) => aliasId),
    ]);
    const labelsByAliasId = new Map(labels.map((alias) => [alias.id, alias.label]));
    const nextChargeOf = await nextCharges(this.dataSource, rows, this.clock.now(), this.environment.app.displayTimeZone);
    return rows.map((row) => ({ ...row, label: labelsByAliasId.get(row.aliasId) ?? '', nextChargeAt: nextChargeOf(row.id) }));
  }
}
