import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../../common/time/clocks.js';
import type { AcquirerConnector } from '../../../../connectors/acquirers/port/acquirer-connector.js';
import { NO_STEP } from '../../../../connectors/acquirers/port/next-step.js';
import type { Payer } from '../../../../connectors/acquirers/port/attempt.js';
import type { UnitOfWork } from '../../../../platform/changes/unit-of-work.js';
import { runNamed } from '../../../../runtime/database/named-query.js';
import { insertionOf } from '../../../../runtime/database/rows/row-insertion.js';
import type { ServiceChannel } from '../../payment-methods/service-channel.js';
import { sharesOf } from '../../payment-methods/commission.js';
import { PaymentAttempt } from '../payment-attempt.entity.js';
import { PayerEmailHash } from '../../payments/payer-email-hash.js';
import { PaymentTransaction } from '../../payments/payment-transaction.entity.js';
import { PollSchedule } from '../../../../platform/remote-operations/poll-schedule.js';
import { NO_CONFLICT } from '../../acquirers/acquirer-object.js';
import { attemptExpiry } from '../attempt-expiry.js';

/** All columns except `reversedAt`, which a trigger sets. */
const NEW_ATTEMPTS = insertionOf(PaymentAttempt, ['reversedAt']);
const INSERT_ATTEMPT = { name: 'payment_attempt_insert', text: NEW_ATTEMPTS.insert() };

export type ConnectedChannel = ServiceChannel & { connector: AcquirerConnector };

/** Records an attempt before its acquirer is called. From then on the attempt is polled, even if this process is killed. */
@Injectable()
export class RecordAttemptService {
  constructor(
    private readonly clock: BusinessClock,
    private readonly schedule: PollSchedule,
    private readonly emailHash: PayerEmailHash,
  ) {}

  /** @param expiresAt until when the payer can pay, when that differs from the channel's usual time. */
  buildAttempt(row: PaymentTransaction, offer: ConnectedChannel, payer: Payer, expiresAt?: Date): PaymentAttempt {
    const now = this.clock.now();
    const channelExpiry = attemptExpiry(offer.channel, now);
    // A channel that gives payers more time than the payment has extends the payment. All other attempts end with the payment at the latest.
    const extendsPayment = channelExpiry.getTime() - now.getTime() > row.expiresAt.getTime() - row.createdAt.getTime();
    const systemId = row.antifraud?.['systemId'];
    return {
      reference: uuidv7(),
      transactionId: row.id,
      serviceId: row.serviceId,
      channel: offer.channel.id,
      connector: offer.connector.name,
      state: 'sent',
      test: offer.connector.isSimulated,
      amountMinor: row.amountMinor,
      currency: row.currency,
      plnMinor: row.plnMinor,
      ...sharesOf(row.plnMinor, offer),
      payerIp: payer.ip || null, // empty when neither the payment nor a request of the payer has an IP address
      payerEmail: payer.email?.toLowerCase() ?? null,
      systemId: typeof systemId === 'string' ? systemId : null,
      providerRef: null,
      data: null,
      next: NO_STEP,
      reason: null,
      rawCode: null,
      capturedMinor: null,
      capturedCurrency: null,
      wasHeld: false,
      suspenseMinor: null,
      reversalReference: null,
      reversalProviderRef: null,
      reversedAt: null,
      correctedMinor: null,
      ...NO_CONFLICT,
      nextPollAt: this.schedule.firstPollAt(now),
      pollCount: 0,
      expiresAt: expiresAt ?? (extendsPayment || channelExpiry < row.expiresAt ? channelExpiry : row.expiresAt),
      startedAt: now,
      updatedAt: now,
    };
  }

  /** The caller holds the payment's lock. If the attempt expires later than the payment, the payment's expiry moves to the attempt's. */
  async run({ tx }: UnitOfWork, row: PaymentTransaction, attempt: PaymentAttempt): Promise<void> {
    await runNamed(tx, INSERT_ATTEMPT, NEW_ATTEMPTS.values([attempt]));
    const expiresAt = attempt.expiresAt > row.expiresAt ? attempt.expiresAt : row.expiresAt;
    const set = {
      channel: attempt.channel,
      attemptCount: row.attemptCount + 1,
      expiresAt,
      dueAt: expiresAt,
      updatedAt: attempt.startedAt,
      emailHash: row.emailHash ?? this.emailHash.currentHash(attempt.payerEmail),
    };
    await tx.update(PaymentTransaction, { id: row.id }, set);
    Object.assign(row, set);
  }
}
