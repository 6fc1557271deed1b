import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { Agreement } from '../agreements/agreement.js';
import { AgreementQuery } from '../agreements/agreement.query.js';
import { ASKED_AMOUNT_MINOR, CHARGE_CONFIRM_SECONDS, chargeStoryOf } from '../magic/charge-stories.js';
import type { Answering, Step } from '../magic/story.js';
import { BeginPaymentService } from '../payments/begin-payment.service.js';
import type { Payment } from '../payments/payment.js';
import type { ChargeOrder } from './consent-orders.js';
import { type Charged, whyDeclined } from './why-declined.js';

interface Story {
  steps: readonly Step[];
  answering: Answering;
  /** Until when the bank's app asks the payer; null: not at all. */
  until: Date | null;
}

/** Charges a payer who consented to it. One charge of a consent is judged after the other. */
@Injectable()
export class ChargeConsentService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementQuery,
    private readonly beginPayment: BeginPaymentService,
    private readonly clock: SandboxClock,
  ) {}

  /** The same reference again is the same charge. @returns null when there is no such consent. @throws ConflictException as payments do */
  async run(reference: string, order: ChargeOrder): Promise<{ payment: Payment; answering: Answering } | null> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query('SELECT FROM sandbox.acquirer_agreement WHERE reference = $1 FOR NO KEY UPDATE', [reference]);
      const consent = await this.agreements.byReference(reference, tx);
      if (consent?.kind !== 'CONSENT') return null;
      const answering = await this.begin(tx, consent, order);
      return { payment: await this.beginPayment.same(order.payment, tx), answering };
    });
  }

  private async begin(tx: EntityManager, consent: Agreement, order: ChargeOrder): Promise<Answering> {
    const { steps, answering, until } = await this.storyOf(tx, consent, order);
    const id = randomUUID();
    if (!(await this.beginPayment.within(tx, order.payment, id, steps))) return 'at once';
    await tx.query('INSERT INTO sandbox.acquirer_charge (payment_id, agreement_id, first, until, lines) VALUES ($1, $2, false, $3, $4)', [
      id,
      consent.id,
      until,
      JSON.stringify(order.lines),
    ]);
    await tx.query('UPDATE sandbox.acquirer_agreement SET used_at = now(), label = coalesce($2, label) WHERE id = $1', [
      consent.id,
      order.label,
    ]);
    return answering;
  }

  private async storyOf(tx: EntityManager, consent: Agreement, { payment, until }: ChargeOrder): Promise<Story> {
    const now = await this.clock.now(tx);
    const cause = whyDeclined(consent, payment, await this.charged(tx, consent.id, now), now);
    if (cause !== null) return { steps: [{ state: 'FAILED', afterSeconds: 0, cause }], answering: 'at once', until: null };
    const { answering, unasked } = chargeStoryOf(payment.amountMinor);
    const isManual = consent.terms?.model === 'M';
    if (!isManual && payment.amountMinor !== ASKED_AMOUNT_MINOR) return { steps: unasked, answering, until: null };
    const given = until ?? (isManual ? null : payment.expiresAt);
    const seconds = Math.min(CHARGE_CONFIRM_SECONDS, given ? (given.getTime() - now.getTime()) / 1000 : Infinity);
    return {
      steps: [{ state: 'FAILED', afterSeconds: seconds, cause: isManual ? 'AM_TIMEOUT' : 'USER_TIMEOUT' }],
      answering: answering === 'never' ? 'never' : 'at once',
      until: new Date(now.getTime() + seconds * 1000),
    };
  }

  private async charged(tx: EntityManager, agreementId: string, now: Date): Promise<Charged> {
    const [row] = await tx.query<{ count: string; sum: string }[]>(
      `SELECT count(*), coalesce(sum(p.amount_minor), 0) AS sum FROM sandbox.acquirer_charge c JOIN sandbox.acquirer_payment p ON p.id = c.payment_id
       WHERE c.agreement_id = $1 AND NOT c.first AND coalesce((
         SELECT state FROM sandbox.acquirer_step s WHERE s.payment_id = p.id AND s.refund IS NULL AND s.due_at <= $2
         ORDER BY s.due_at DESC, s.id DESC LIMIT 1), 'WAITING') IN ('WAITING', 'PAID')`,
      [agreementId, now],
    );
    return { count: Number(row?.count), sumMinor: Number(row?.sum) };
  }
}
