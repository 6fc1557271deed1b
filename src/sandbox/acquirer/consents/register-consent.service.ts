import { randomUUID } from 'node:crypto';
import { ConflictException, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { Agreement } from '../agreements/agreement.js';
import { AgreementQuery } from '../agreements/agreement.query.js';
import { AgreementWriter } from '../agreements/agreement-writer.js';
import { FIRST_BANK } from '../codes/banks.js';
import { CodeReading, type ReadCode } from '../codes/code-reading.js';
import { CONFIRM_SECONDS } from '../magic/code-stories.js';
import type { Answering, Step } from '../magic/story.js';
import { BeginPaymentService } from '../payments/begin-payment.service.js';
import type { ConsentOrder } from './consent-orders.js';

/** Asks the payer, whose code this is, for a consent, and for the first payment together with it. */
@Injectable()
export class RegisterConsentService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly agreements: AgreementQuery,
    private readonly beginPayment: BeginPaymentService,
    private readonly clock: SandboxClock,
    private readonly codes: CodeReading,
    private readonly writer: AgreementWriter,
  ) {}

  /** The same reference again is the same consent. @throws ConflictException when that was another one, or its payment is another's */
  async run(order: ConsentOrder): Promise<{ consent: Agreement; answering: Answering }> {
    return this.dataSource.transaction(async (tx) => {
      const before = await this.agreements.byReference(order.reference, tx);
      const answering = before ? 'at once' : await this.begin(tx, order);
      const consent = await this.agreements.byReference(order.reference, tx);
      if (!consent || !isSame(consent, order)) throw new ConflictException({ error: 'REFERENCE_USED' });
      return { consent, answering };
    });
  }

  private async begin(tx: EntityManager, order: ConsentOrder): Promise<Answering> {
    const { reference, payment, value, label, terms, expiresAt } = order;
    const now = await this.clock.now(tx);
    const read = await this.codes.readCode(tx, payment.amountMinor, order.code, now);
    const bank = read.bank ?? FIRST_BANK.id;
    const until = new Date(now.getTime() + CONFIRM_SECONDS * 1000);
    const { seller, description } = payment;
    const consent = { reference, kind: 'CONSENT', bank, value, label, seller, description, code: null, terms } as const;
    const id = await this.writer.begin(tx, { ...consent, asked: read.bank !== null, until, expiresAt }, read.agreement);
    if (id === null) return 'at once'; // the same call a moment before
    if (payment.amountMinor > 0) await this.beginFirst(tx, order, id, read, until);
    return read.answering;
  }

  private async beginFirst(tx: EntityManager, { payment, terms }: ConsentOrder, id: string, read: ReadCode, until: Date): Promise<void> {
    const paymentId = randomUUID();
    if (!(await this.beginPayment.within(tx, payment, paymentId, paymentStepsOf(read))))
      throw new ConflictException({ error: 'REFERENCE_USED' });
    await tx.query('INSERT INTO sandbox.acquirer_charge (payment_id, agreement_id, first, until, lines) VALUES ($1, $2, true, $3, $4)', [
      paymentId,
      id,
      until,
      JSON.stringify(terms.lines),
    ]);
  }
}

/** The payment has one code, so that is the end of it. */
function paymentStepsOf({ steps }: ReadCode): readonly Step[] {
  return steps.map((step) => (step.state === 'CODE_FAILED' ? { ...step, state: 'FAILED' } : step));
}

function isSame({ kind, value, terms }: Agreement, order: ConsentOrder): boolean {
  return kind === 'CONSENT' && value === order.value && terms?.model === order.terms.model && terms.firstMinor === order.terms.firstMinor;
}
