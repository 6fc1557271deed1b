import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SandboxClock } from '../../clock/sandbox-clock.js';
import { RegistrationWriter } from '../registrations/registration-writer.js';
import { CONFIRM_SECONDS } from '../scenarios/code-scenarios.js';
import type { ResponseMode } from '../scenarios/scenario.js';
import { requireMethod } from '../methods.js';
import { ChangePaymentService } from '../payments/change-payment.service.js';
import type { Payment } from '../payments/payment.js';
import { ScenarioWriter } from '../payments/scenario-writer.js';
import type { BlikCodeOrder } from '../payments/orders.js';
import { FIRST_BANK } from './banks.js';
import { CodeResolver } from './code-resolver.js';

/** Lifetime of an alias in a bank's app. */
const ALIAS_LIFETIME_MS = 730 * 86_400_000;

/** Tries a BLIK code or an alias for a waiting payment. */
@Injectable()
export class TryCodeService {
  constructor(
    private readonly registrations: RegistrationWriter,
    private readonly changes: ChangePaymentService,
    private readonly clock: SandboxClock,
    private readonly codes: CodeResolver,
    private readonly scenarioWriter: ScenarioWriter,
  ) {}

  /** A repeated reference is not tried again. @returns null when there is no such payment. */
  async run(paymentId: string, order: BlikCodeOrder): Promise<{ payment: Payment; responseMode: ResponseMode } | null> {
    let responseMode: ResponseMode = 'immediately';
    const change = async (tx: EntityManager, payment: Payment): Promise<void> => {
      if (payment.state === 'WAITING' && !requireMethod(payment.method).byMandate) responseMode = await this.startCode(tx, payment, order);
    };
    const payment = await this.changes.run(paymentId, change, order.reference);
    return payment && { payment, responseMode };
  }

  private async startCode(tx: EntityManager, payment: Payment, order: BlikCodeOrder): Promise<ResponseMode> {
    const now = await this.clock.now(tx);
    const resolved = payment.waitsUntil ? this.codes.refuseSecondCode() : await this.codes.resolveOrder(tx, payment, order, now);
    const register = order.kind === 'code' ? order.register : null;
    const [inserted] = await tx.query<{ number: number }[]>(
      `INSERT INTO sandbox.acquirer_code (reference, payment_id, number, bank, until, alternatives)
       SELECT $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5 FROM sandbox.acquirer_code WHERE payment_id = $2
       ON CONFLICT (reference) DO NOTHING RETURNING number`,
      [order.reference, payment.id, resolved.bank, new Date(now.getTime() + CONFIRM_SECONDS * 1000), JSON.stringify(resolved.alternatives)],
    );
    if (!inserted) return 'immediately';
    await this.scenarioWriter.write(tx, { payment, code: order.reference }, resolved.steps);
    if (register) {
      const bank = resolved.bank ?? FIRST_BANK.id;
      const expiresAt = new Date(now.getTime() + ALIAS_LIFETIME_MS);
      const { seller, description } = payment;
      const alias = { ...register, bank, seller, description, terms: null, asked: false, until: null, expiresAt };
      await this.registrations.begin(tx, { ...alias, kind: 'ALIAS', code: order.reference }, resolved.mandate);
    }
    return resolved.responseMode;
  }
}
