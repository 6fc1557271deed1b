import { randomUUID } from 'node:crypto';
import { ConflictException, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import type { Registration } from '../registrations/registration.js';
import { RegistrationQuery } from '../registrations/registration.query.js';
import { RegistrationWriter } from '../registrations/registration-writer.js';
import { FIRST_BANK } from '../codes/banks.js';
import { CodeResolver, type ResolvedCode } from '../codes/code-resolver.js';
import { CONFIRM_SECONDS } from '../scenarios/code-scenarios.js';
import type { ResponseMode, Step } from '../scenarios/scenario.js';
import { StartPaymentService } from '../payments/start-payment.service.js';
import type { MandateOrder } from './mandate-orders.js';

/** Registers a mandate with the BLIK code of the payer, and starts the first payment if there is one. */
@Injectable()
export class RegisterMandateService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly registrations: RegistrationQuery,
    private readonly startPayment: StartPaymentService,
    private readonly clock: SandboxClock,
    private readonly codes: CodeResolver,
    private readonly writer: RegistrationWriter,
  ) {}

  /**
   * A repeated reference makes no second mandate.
   * @throws ConflictException when the repeated order differs, or when another payment has the reference of the first payment.
   */
  async run(order: MandateOrder): Promise<{ mandate: Registration; responseMode: ResponseMode }> {
    return this.dataSource.transaction(async (tx) => {
      const existing = await this.registrations.byReference(order.reference, tx);
      const responseMode = existing ? 'immediately' : await this.startMandate(tx, order);
      const mandate = await this.registrations.byReference(order.reference, tx);
      if (!mandate || !isSame(mandate, order)) throw new ConflictException({ error: 'REFERENCE_USED' });
      return { mandate, responseMode };
    });
  }

  private async startMandate(tx: EntityManager, order: MandateOrder): Promise<ResponseMode> {
    const { reference, payment, value, label, terms, expiresAt } = order;
    const now = await this.clock.now(tx);
    const resolved = await this.codes.resolveCode(tx, payment.amountMinor, order.code, now);
    const bank = resolved.bank ?? FIRST_BANK.id;
    const until = new Date(now.getTime() + CONFIRM_SECONDS * 1000);
    const { seller, description } = payment;
    const mandate = { reference, kind: 'CONSENT', bank, value, label, seller, description, code: null, terms } as const;
    const id = await this.writer.begin(tx, { ...mandate, asked: resolved.bank !== null, until, expiresAt }, resolved.mandate);
    if (id === null) return 'immediately'; // a concurrent request with the same reference was first
    if (payment.amountMinor > 0) await this.startFirstPayment(tx, order, id, resolved, until);
    return resolved.responseMode;
  }

  private async startFirstPayment(
    tx: EntityManager,
    { payment, terms }: MandateOrder,
    mandateId: string,
    resolved: ResolvedCode,
    until: Date,
  ): Promise<void> {
    const paymentId = randomUUID();
    if (!(await this.startPayment.insertPayment(tx, payment, paymentId, paymentStepsOf(resolved))))
      throw new ConflictException({ error: 'REFERENCE_USED' });
    await tx.query('INSERT INTO sandbox.acquirer_charge (payment_id, mandate_id, first, until, lines) VALUES ($1, $2, true, $3, $4)', [
      paymentId,
      mandateId,
      until,
      JSON.stringify(terms.lines),
    ]);
  }
}

/** The payment has only this code, so it fails together with the code. */
function paymentStepsOf({ steps }: ResolvedCode): readonly Step[] {
  return steps.map((step) => (step.state === 'CODE_FAILED' ? { ...step, state: 'FAILED' } : step));
}

function isSame({ kind, value, terms }: Registration, order: MandateOrder): boolean {
  return kind === 'CONSENT' && value === order.value && terms?.model === order.terms.model && terms.firstMinor === order.terms.firstMinor;
}
