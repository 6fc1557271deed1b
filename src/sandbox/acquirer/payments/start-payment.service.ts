import { ConflictException, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { type PaymentScenario, paymentScenarioOf } from '../scenarios/payment-scenarios.js';
import type { ResponseMode, Step } from '../scenarios/scenario.js';
import { TestAmountLog } from '../scenarios/test-amount-log.js';
import { requireMethod } from '../methods.js';
import type { PaymentOrder } from './orders.js';
import type { Payment } from './payment.js';
import { PaymentQueries } from './payment.queries.js';
import { ScenarioWriter } from './scenario-writer.js';

/** Start of a payment whose amount chooses no start scenario, as most amounts do. */
const DEFAULT_START = { responseMode: 'immediately' } as const;

/** Starts a payment. If nothing else happens, the payment expires. */
@Injectable()
export class StartPaymentService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly payments: PaymentQueries,
    private readonly scenarioWriter: ScenarioWriter,
    private readonly testAmounts: TestAmountLog,
  ) {}

  /** A repeated reference makes no second payment. @throws ConflictException when amount, currency or method differ */
  async run(order: PaymentOrder): Promise<{ payment: Payment; responseMode: ResponseMode }> {
    const id = randomUUID();
    const { responseMode, steps }: NonNullable<PaymentScenario['start']> = startScenarioOf(order) ?? DEFAULT_START;
    const isNew = await this.dataSource.transaction((tx) =>
      this.insertPayment(tx, order, id, steps ?? [{ state: 'EXPIRED', afterSeconds: 0, fromExpiry: true }]),
    );
    if (isNew && !isByCode(order)) this.testAmounts.write('page', order.reference, order.amountMinor);
    return { payment: await this.requireSamePayment(order), responseMode: isNew ? responseMode : 'immediately' };
  }

  /** Like `run`, in the caller's transaction. @returns whether the payment is new */
  async insertPayment(tx: EntityManager, order: PaymentOrder, id: string, steps: readonly Step[]): Promise<boolean> {
    const [inserted] = await tx.query<{ id: string }[]>(
      `INSERT INTO sandbox.acquirer_payment (id, reference, method, amount_minor, currency, seller, description, return_url, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (reference) DO NOTHING RETURNING id`,
      [
        id,
        order.reference,
        order.method,
        order.amountMinor,
        order.currency,
        order.seller,
        order.description,
        order.returnUrl,
        order.expiresAt,
      ],
    );
    if (inserted) await this.scenarioWriter.write(tx, { payment: { id, ...order } }, steps);
    return inserted !== undefined;
  }

  /** The payment with the order's reference. @throws ConflictException when the payment differs from the order */
  async requireSamePayment(order: PaymentOrder, runner?: EntityManager): Promise<Payment> {
    const payment = await this.payments.byReference(order.reference, runner);
    if (!payment) throw new Error(`Payment ${order.reference} was deleted during the request, try again`);
    const isSame = payment.method === order.method && payment.amountMinor === order.amountMinor && payment.currency === order.currency;
    if (!isSame) throw new ConflictException({ error: 'REFERENCE_USED' });
    return payment;
  }
}

/** A BLIK payment has no start scenario: the submitted code chooses its outcome. */
function startScenarioOf(order: PaymentOrder): PaymentScenario['start'] {
  return isByCode(order) ? undefined : paymentScenarioOf(order.amountMinor).start;
}

const isByCode = ({ method }: PaymentOrder): boolean => requireMethod(method).family === 'code';
