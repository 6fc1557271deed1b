import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../common/time/clocks.js';
import { SandboxClock } from '../clock/sandbox-clock.js';
import { type Cause, type ScheduledStep, testValueOf, type OperatorResult } from './test-values.js';
import { OperatorCallbacks } from './operator-callbacks.js';

export interface OperatorChargeOrder {
  chargeReference: string;
  codeReference: string;
  phoneNumber: string;
  code: string;
  /** Minor units of PLN, VAT included. */
  amount: number;
}
export interface ChargeResponse {
  /** `NONE`: the request gets no response. */
  answer: OperatorResult | 'WRONG_CODE' | 'NONE';
  cause: Cause | null;
}

/** Charges a payer's phone bill and stores the later steps in advance. */
@Injectable()
export class SimulatedChargeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SandboxClock,
    private readonly system: SystemClock,
    private readonly callbacks: OperatorCallbacks,
  ) {}

  /** A repeated reference makes no second charge and gets the response of the first request. */
  async run(operator: string, order: OperatorChargeOrder): Promise<ChargeResponse> {
    const now = await this.clock.now();
    const { response, isCallbackFirst } = await this.dataSource.transaction(async (tx) => {
      const isCodeValid = await this.useCode(tx, operator, order);
      const testValue = testValueOf(order.phoneNumber);
      const newResponse: ChargeResponse = isCodeValid
        ? { answer: testValue.charge.answer, cause: testValue.charge.cause ?? null }
        : { answer: 'WRONG_CODE', cause: null };
      const [inserted] = await tx.query<{ answer: string }[]>(
        `INSERT INTO sandbox.operator_charge (operator, charge_reference, code_reference, phone_number, gross_minor, answer, cause, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (operator, charge_reference) DO NOTHING RETURNING answer`,
        [operator, order.chargeReference, order.codeReference, order.phoneNumber, order.amount, newResponse.answer, newResponse.cause, now],
      );
      if (!inserted) return { response: await this.storedResponse(tx, operator, order.chargeReference), isCallbackFirst: false };
      if (isCodeValid) await this.writeSteps(tx, operator, order.chargeReference, testValue.laterSteps, now);
      return { response: newResponse, isCallbackFirst: isCodeValid && testValue.laterSteps.some((step) => step.isBeforeResponse) };
    });
    if (isCallbackFirst) await this.callbacks.deliverDue(`${operator}/${order.chargeReference}`);
    return response;
  }

  /** A code is valid for one charge, also when the charge is repeated. @returns whether the code is valid. */
  private async useCode(
    tx: EntityManager,
    operator: string,
    { codeReference, phoneNumber, code, amount, chargeReference }: OperatorChargeOrder,
  ): Promise<boolean> {
    const [, used] = await tx.query<[unknown, number]>(
      `UPDATE sandbox.payer_code SET used_by = $6
       WHERE operator = $1 AND code_reference = $2 AND phone_number = $3 AND code = $4 AND gross_minor = $5 AND coalesce(used_by, $6) = $6`,
      [operator, codeReference, phoneNumber, code, amount, chargeReference],
    );
    return used > 0;
  }

  private async storedResponse(tx: EntityManager, operator: string, chargeReference: string): Promise<ChargeResponse> {
    const [row] = await tx.query<ChargeResponse[]>(
      'SELECT answer, cause FROM sandbox.operator_charge WHERE operator = $1 AND charge_reference = $2',
      [operator, chargeReference],
    );
    if (!row) throw new Error(`Charge ${chargeReference} of ${operator} was deleted during the request, try again`);
    return row;
  }

  private async writeSteps(
    tx: EntityManager,
    operator: string,
    chargeReference: string,
    steps: readonly ScheduledStep[],
    now: Date,
  ): Promise<void> {
    // Repeated callbacks have the same id, as at a real operator.
    const rows = steps.flatMap((step) => {
      const callbackId = uuidv7();
      return Array.from({ length: Math.max(1, step.callbackRepeats ?? 1) }, () => ({
        ...step,
        callbackId,
        announced: step.callbackRepeats !== 0,
      }));
    });
    for (const [index, row] of rows.entries()) {
      await tx.query(
        `INSERT INTO sandbox.operator_callback (id, operator, charge_reference, step, callback_id, result, cause, announced, due_at, next_attempt_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          uuidv7(),
          operator,
          chargeReference,
          index,
          row.callbackId,
          row.result,
          row.cause ?? null,
          row.announced,
          new Date(now.getTime() + row.afterSeconds * 1000),
          this.system.now(),
        ],
      );
    }
  }
}
