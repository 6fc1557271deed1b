import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { OPERATORS, type Operator, OperatorConnectors, type OperatorCodeResult } from '../../../connectors/operators/operator.port.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import type { UnitOfWork } from '../../../platform/changes/unit-of-work.js';
import { ServiceListQuery } from '../../../platform/partners/services/service-list.query.js';
import { lockForRequest } from '../../../runtime/database/pool-quotas/row-lock-queue.js';
import { type Price, priceAt } from '../commission/price.js';
import { DirectBillingTransaction } from '../transactions/direct-billing-transaction.entity.js';
import { MAX_SENT_CODES, RESEND_AFTER_SECONDS } from '../limits.js';
import { operatorText } from '../operator-text.js';
import { parseMobileNumber } from '../phone-number.js';
import { CodeRateLimiter } from './code-rate-limiter.js';
import { isPayable } from '../charges/payable.js';
import { TRANSACTION } from '../transactions/transaction-subject.js';

/**
 * Why no code was sent. `too_many_codes`: the transaction has had all its codes. `too_many_requests`: a rate limit is used up.
 * `number_refused`: the operator refused the number. `not_possible_now`: the transaction cannot be paid, or is being paid.
 */
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

/** The payer's input, and the IP address from which it came. */
export interface ChosenNumber {
  operator: string;
  phoneNumber: string;
  clientAddress: string;
}

/** Asks the operator to send the payer a code by SMS. */
@Injectable()
export class SendCodeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly changes: Changes,
    private readonly operators: OperatorConnectors,
    private readonly services: ServiceListQuery,
    private readonly rateLimiter: CodeRateLimiter,
  ) {}

  /** Sends the first code, or a code to another number. If the partner fixed the number, the typed number is ignored. */
  async run(transactionId: string, input: ChosenNumber): Promise<SendCodeOutcome> {
    const operator = OPERATORS.find((name) => name === input.operator);
    if (!operator || !this.operators.of(operator)) return failure('operator_unavailable');
    return this.send(transactionId, input.clientAddress, (row) => {
      const phoneNumber = row.phoneFixed ? row.phoneNumber : parseMobileNumber(input.phoneNumber);
      return phoneNumber ? { operator, phoneNumber } : failure('phone_invalid');
    });
  }

  /** Sends a new code to the same number. */
  async resend(transactionId: string, clientAddress: string): Promise<SendCodeOutcome> {
    return this.send(transactionId, clientAddress, ({ operator, phoneNumber }) =>
      operator && phoneNumber ? { operator, phoneNumber } : failure('not_possible_now'),
    );
  }

  private async send(id: string, clientAddress: string, chooseNumber: ChooseNumber): Promise<SendCodeOutcome> {
    if (!isUuid(id)) return failure('not_possible_now');
    // Checked without the lock first. The rate limits use a database connection, and a database transaction must not wait for a second connection.
    const { manager } = this.dataSource;
    const target = await this.checkTarget(manager, await manager.findOneBy(DirectBillingTransaction, { id }), chooseNumber);
    if ('ok' in target) return target;
    const { phoneNumber } = target;
    const isTest = this.operators.of(target.operator)?.isTestNumber(phoneNumber) ?? false;
    const request = { transactionId: id, clientAddress, phoneNumber, isTest };
    const waitSeconds = await this.rateLimiter.consume(request);
    if (waitSeconds !== null) return { ...failure('too_many_requests'), retryAfterSeconds: waitSeconds };

    const reserved = await this.changes
      .transaction((unit) => this.reserve(unit, id, chooseNumber), lockForRequest(id))
      .catch(async (error: unknown) => {
        await this.rateLimiter.refund(request, 'all');
        throw error;
      });
    if ('ok' in reserved) return this.rateLimiter.refund(request, 'all').then(() => reserved);
    const { outcome } = await this.callOperator(reserved);
    if (outcome === 'sent') return { ok: true };
    await this.restorePreviousCode(id, reserved);
    await this.rateLimiter.refund(request, outcome === 'refused' ? 'phone' : 'all');
    return failure(outcome === 'refused' ? 'number_refused' : 'operator_unreachable');
  }

  private async callOperator({ operator, serviceId, previousCode: _, ...request }: ReservedCode): Promise<OperatorCodeResult> {
    const connector = this.operators.of(operator);
    if (!connector) return { outcome: 'unavailable' };
    const { sellerName } = await this.services.readSellerNames(serviceId);
    return connector.sendCode({ ...request, seller: sellerName });
  }

  /** Checks again and counts the code under the row lock, before the operator is called. */
  private async reserve(unit: UnitOfWork, id: string, chooseNumber: ChooseNumber): Promise<ReservedCode | Failure> {
    const row = await unit.lock(TRANSACTION, id);
    const target = await this.checkTarget(unit.tx, row, chooseNumber);
    if (!row || 'ok' in target) return 'ok' in target ? target : failure('not_possible_now');
    const now = this.clock.now();
    const codeReference = uuidv7();
    await unit.tx.update(
      DirectBillingTransaction,
      { id },
      { ...target, codeReference, codeSentAt: now, codeCount: row.codeCount + 1, tryCount: 0, updatedAt: now },
    );
    const { operator, phoneNumber, grossMinor } = target;
    // A code is valid only for the number to which it was sent, so a code for another number is not restored.
    const isSameNumber = row.operator === operator && row.phoneNumber === phoneNumber;
    const previousCode = isSameNumber
      ? { codeReference: row.codeReference, codeSentAt: row.codeSentAt, tryCount: row.tryCount }
      : { codeReference: null, codeSentAt: null, tryCount: 0 };
    return {
      codeReference,
      operator,
      phoneNumber,
      grossMinor,
      serviceId: row.serviceId,
      description: operatorText(row.description),
      previousCode,
    };
  }

  /** Checks that a code can be sent now. @returns the operator, the number and the price, or why no code can be sent. */
  private async checkTarget(
    manager: EntityManager,
    row: DirectBillingTransaction | null,
    chooseNumber: ChooseNumber,
  ): Promise<Target | Failure> {
    const now = this.clock.now();
    if (!row || !(await isPayable(manager, row, now))) return failure('not_possible_now');
    const operatorNumber = chooseNumber(row);
    if ('ok' in operatorNumber) return operatorNumber;
    const price = priceAt(row.tariffs[operatorNumber.operator], row.amountType, row.amountMinor);
    if (!price) return failure('operator_unavailable');
    if (row.codeCount >= MAX_SENT_CODES) return failure('too_many_codes');
    const waitSeconds = row.codeSentAt ? RESEND_AFTER_SECONDS - Math.floor((now.getTime() - row.codeSentAt.getTime()) / 1000) : 0;
    return waitSeconds > 0 ? { ...failure('too_soon'), retryAfterSeconds: waitSeconds } : { ...operatorNumber, ...price };
  }

  /** The new code was not sent, so it does not count and the previous code becomes valid again. */
  private async restorePreviousCode(id: string, { codeReference, previousCode }: ReservedCode): Promise<void> {
    await this.dataSource.query(
      `UPDATE direct_billing_transaction SET code_reference = $3, code_sent_at = $4, try_count = $5, code_count = code_count - 1
       WHERE id = $1 AND code_reference = $2`,
      [id, codeReference, previousCode.codeReference, previousCode.codeSentAt, previousCode.tryCount],
    );
  }
}

interface OperatorNumber {
  operator: Operator;
  phoneNumber: string;
}
type Target = OperatorNumber & Price;
/** A new code that is counted and not sent yet. */
interface ReservedCode extends OperatorNumber {
  codeReference: string;
  grossMinor: number;
  serviceId: string;
  description: string | null;
  /** The code before, which is restored if the new code is not sent. */
  previousCode: Pick<DirectBillingTransaction, 'codeReference' | 'codeSentAt' | 'tryCount'>;
}
type Failure = Extract<SendCodeOutcome, { ok: false }>;
type ChooseNumber = (row: DirectBillingTransaction) => OperatorNumber | Failure;

function failure(problem: SendCodeProblem): Failure {
  return { ok: false, problem };
}
