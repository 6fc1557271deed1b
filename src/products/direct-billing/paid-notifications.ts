import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PaidStatuses } from '../../platform/webhooks/outbox/paid-statuses.js';
import type { DirectBillingStatus } from './transactions/transaction-transitions.js';

const PAID: DirectBillingStatus = 'transaction_db_payed';

/** Tells the notifications which of theirs are about money that was taken: those are watched most closely. */
@Injectable()
export class DirectBillingPaidNotifications implements OnModuleInit {
  constructor(private readonly statuses: PaidStatuses) {}

  onModuleInit(): void {
    this.statuses.add(PAID);
  }
}
