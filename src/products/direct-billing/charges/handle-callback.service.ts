import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainError, invalidField } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isWellFormed } from '../../../common/validation/well-formed.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import {
  type ChargeResult,
  OPERATORS,
  OperatorConnectors,
  type OperatorCallback,
  type OperatorCallbackHead,
} from '../../../connectors/operators/operator.port.js';
import { ApplyChargeOutcomeService, type ChargeEffect } from './apply-charge-outcome.service.js';

/** Verifies a callback of an operator, then applies and records it in one database transaction. */
@Injectable()
export class HandleOperatorCallbackService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly operators: OperatorConnectors,
    private readonly clock: BusinessClock,
    private readonly applyOutcome: ApplyChargeOutcomeService,
  ) {}

  /**
   * @param readBody called only when the operator has a connector and the headers can be those of a callback.
   * @throws DomainError ROUTE_NOT_FOUND for an operator without a connector, UNAUTHORIZED when the source cannot be verified.
   * @throws DomainError VALIDATION_ERROR for an unusable callback, only the first time. The callback is stored for staff. Its repetition is
   * acknowledged, so that the operator stops.
   */
  async run(operatorName: string, head: OperatorCallbackHead, readBody: () => Promise<Buffer>): Promise<ChargeEffect> {
    const operator = OPERATORS.find((name) => name === operatorName);
    const connector = operator && this.operators.of(operator);
    if (!operator || !connector) throw new DomainError('ROUTE_NOT_FOUND');
    if (!connector.mayBeCallback(head)) throw new DomainError('UNAUTHORIZED');
    const callback = connector.readCallback({ ...head, body: await readBody() });
    if (!callback) throw new DomainError('UNAUTHORIZED');
    const field = unusableField(callback);
    if (field !== null) return this.reject(operator, callback, field);
    return this.applyOutcome.run({ reference: callback.chargeReference, operator }, outcomeOf(callback), async (tx, effect) => {
      await this.record(tx, operator, callback, { effect, problem: null });
    });
  }

  private async reject(operator: string, callback: OperatorCallback, field: keyof OperatorCallback): Promise<ChargeEffect> {
    const problem = `${field}: ${UNUSABLE_MESSAGE}`;
    const isNew = await this.record(this.dataSource.manager, operator, callback, { effect: 'for_staff', problem });
    if (isNew) throw invalidField(field, UNUSABLE_MESSAGE);
    return 'for_staff';
  }

  /**
   * Stores the callback. A hash of the content replaces the id of an unusable callback, because that id may be impossible to store.
   * @returns false for a repetition.
   */
  private async record(
    executor: EntityManager,
    operator: string,
    { reportId, chargeReference, outcome }: OperatorCallback,
    { effect, problem }: { effect: ChargeEffect; problem: string | null },
  ): Promise<boolean> {
    const isUsable = problem === null;
    const callbackId = isUsable
      ? reportId
      : createHash('sha256')
          .update(JSON.stringify([reportId, chargeReference, outcome]))
          .digest('hex');
    const rows = await executor.query<unknown[]>(
      `INSERT INTO direct_billing_callback (operator, callback_id, charge_reference, outcome, effect, problem, received_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (operator, callback_id) DO NOTHING RETURNING callback_id`,
      [operator, callbackId, isUuid(chargeReference) ? chargeReference : null, outcome, effect, problem, this.clock.now()],
    );
    return rows.length > 0;
  }
}

const MAX_ID_BYTES = 255;
/** The operator gets this message, and it is stored with the callback. */
const UNUSABLE_MESSAGE = 'It must be an id that can be stored.';

/** Checked before the callback is applied, because an operator repeats a failed callback without end. @returns the unusable field, or null. */
function unusableField({ reportId, chargeReference }: OperatorCallback): 'reportId' | 'chargeReference' | null {
  if (!isUuid(chargeReference)) return 'chargeReference';
  return isWellFormed(reportId) && Buffer.byteLength(reportId) <= MAX_ID_BYTES ? null : 'reportId';
}

function outcomeOf({ outcome, reason }: OperatorCallback): ChargeResult {
  return outcome === 'refused' ? { outcome, reason: reason ?? 'other' } : { outcome };
}
