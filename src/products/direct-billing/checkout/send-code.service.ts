import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import {
  OPERATORS,
  type Operator,
  OperatorConnectors,
  type OperatorCodeResult as OperatorAnswer,
} from '../../../connectors/operators/operator.port.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { ServiceListQuery } from '../../../platform/partners/services/service-list.query.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-queues.js';
import { type Price, priceAt } from '../commission/price.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { MAX_SENT_CODES, RESEND_AFTER_SECONDS } from '../limits.js';
import { operatorText } from '../operator-text.js';
import { parseMobileNumber } from '../phone-number.js';
import { CodeRateLimiter } from './code-rate-limiter.js';
import { isPayable } from '../charges/payable.js';
import { TRANSACTION } from '../transactions/transaction.subject.js';

export type SendCodeProblem =
  | 'operator_unavailable'
  | 'phone_invalid'
  | 'too_many_codes'
  | 'too_soon'
  | 'too_many_requests'
  | 'number_refused'
  | 'operator_unreachable'
  | 'not_possible_now';
export type SendCodeOutcome = { ok: true } | { ok: false; problem: SendCodeProblem; retryAfterSeconds?: number };

export interface ChosenNumber {
  operator: string;
  phoneNumber: string;
  clientAddress: string;
}

/** Has the operator send the payer a code by SMS. */
@Injectable()
export class SendCodeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly changes: Changes,
    private readonly operators: OperatorConnectors,
    private readonly services: ServiceListQuery,
    private readonly budget: CodeRateLimiter,
  ) {}

  /** First code, or a code to another number. A number that the partner fixed wins over what was typed. */
  async run(transactionId: string, input: ChosenNumber): Promise<SendCodeOutcome> {
    const operator = OPERATORS.find((known) => known === input.operator);
    if (!operator || !this.operators.of(operator)) return refused('operator_unavailable');
    return this.send(transactionId, input.clientAddress, (row) => {
      const phoneNumber = row.phoneFixed ? row.phoneNumber : parseMobileNumber(input.phoneNumber);
      return phoneNumber ? { operator, phoneNumber } : refused('phone_invalid');
    });
  }

  /** A new code to the number chosen before. */
  async resend(transactionId: string, clientAddress: string): Promise<SendCodeOutcome> {
    return this.send(transactionId, clientAddress, ({ operator, phoneNumber }) =>
      operator && phoneNumber ? { operator, phoneNumber } : refused('not_possible_now'),
    );
  }

  private async send(id: string, clientAddress: string, choose: Choice): Promise<SendCodeOutcome> {
    if (!isUuid(id)) return refused('not_possible_now');
    // Checked without the lock first: the rate limits need a connection of their own, which must not be taken inside a transaction.
    const { manager } = this.dataSource;
    const seen = await this.inspect(manager, await manager.findOneBy(DirectBillingTransaction, { id }), choose);
    if ('ok' in seen) return seen;
    const { phoneNumber } = seen;
    const isTest = this.operators.of(seen.operator)?.isTestNumber(phoneNumber) ?? false;
    const request = { transactionId: id, clientAddress, phoneNumber, isTest };
    const wait = await this.budget.take(request);
    if (wait !== null) return { ...refused('too_many_requests'), retryAfterSeconds: wait };

    const reserved = await this.changes
      .transaction((unit) => this.reserve(unit, id, choose), lockForRequest(id))
      .catch(async (error: unknown) => {
        await this.budget.giveBack(request, 'all');
        throw error;
      });
    if ('ok' in reserved) return this.budget.giveBack(request, 'all').then(() => reserved);
    const { outcome } = await this.sendThrough(reserved);
    if (outcome === 'sent') return { ok: true };
    await this.takeBack(id, reserved);
    await this.budget.giveBack(request, outcome === 'refused' ? 'phone' : 'all');
    return refused(outcome === 'refused' ? 'number_refused' : 'operator_unreachable');
  }

  private async sendThrough({ operator, serviceId, before: _, ...request }: Reserved): Promise<OperatorAnswer> {
    const connector = this.operators.of(operator);
    if (!connector) return { outcome: 'unavailable' };
    const { sellerName } = await this.services.seller(serviceId);
    return connector.sendCode({ ...request, seller: sellerName });
  }

  /** Checks everything again and counts the code under the row's lock, before anything is sent. */
  private async reserve(unit: UnitOfWork, id: string, choose: Choice): Promise<Reserved | Refusal> {
    const row = await unit.lock(TRANSACTION, id);
    const target = await this.inspect(unit.tx, row, choose);
    if (!row || 'ok' in target) return 'ok' in target ? target : refused('not_possible_now');
    const now = this.clock.now();
    const codeReference = uuidv7();
    await unit.tx.update(
      DirectBillingTransaction,
      { id },
      { ...target, codeReference, codeSentAt: now, codeCount: row.codeCount + 1, tryCount: 0, updatedAt: now },
    );
    const { operator, phoneNumber, grossMinor } = target;
    // A code is valid for the number it was sent to, so a code for another number is not restored.
    const sameNumber = row.operator === operator && row.phoneNumber === phoneNumber;
    const before = sameNumber
      ? { codeReference: row.codeReference, codeSentAt: row.codeSentAt, tryCount: row.tryCount }
      : { codeReference: null, codeSentAt: null, tryCount: 0 };
    return {
      codeReference,
      operator,
      phoneNumber,
      grossMinor,
      serviceId: row.serviceId,
      description: operatorText(row.description),
      before,
    };
  }

  private async inspect(on: EntityManager, row: DirectBillingTransaction | null, choose: Choice): Promise<Target | Refusal> {
    const now = this.clock.now();
    if (!row || !(await isPayable(on, row, now))) return refused('not_possible_now');
    const chosen = choose(row);
    if ('ok' in chosen) return chosen;
    const price = priceAt(row.rates[chosen.operator], row.amountType, row.amountMinor);
    if (!price) return refused('operator_unavailable');
    if (row.codeCount >= MAX_SENT_CODES) return refused('too_many_codes');
    const wait = row.codeSentAt ? RESEND_AFTER_SECONDS - Math.floor((now.getTime() - row.codeSentAt.getTime()) / 1000) : 0;
    return wait > 0 ? { ...refused('too_soon'), retryAfterSeconds: wait } : { ...chosen, ...price };
  }

  /** The code was not sent: it does not count, and the one before is valid again. */
  private async takeBack(id: string, { codeReference, before }: Reserved): Promise<void> {
    await this.dataSource.query(
      `UPDATE direct_billing_transaction SET code_reference = $3, code_sent_at = $4, try_count = $5, code_count = code_count - 1
       WHERE id = $1 AND code_reference = $2`,
      [id, codeReference, before.codeReference, before.codeSentAt, before.tryCount],
    );
  }
}

interface Chosen {
  operator: Operator;
  phoneNumber: string;
}
type Target = Chosen & Price;
interface Reserved extends Chosen {
  codeReference: string;
  grossMinor: number;
  serviceId: string;
  description: string | null;
  /** The code that is replaced. */
  before: Pick<DirectBillingTransaction, 'codeReference' | 'codeSentAt' | 'tryCount'>;
}
type Refusal = Extract<SendCodeOutcome, { ok: false }>;
type Choice = (row: DirectBillingTransaction) => Chosen | Refusal;

function refused(problem: SendCodeProblem): Refusal {
  return { ok: false, problem };
}
