import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SmsServiceDetails } from './sms-service-details.entity.js';
import type { SmsServiceType } from '../service-type.js';
import { reserveKeyword } from './keyword-taken.js';
import { setNumbers } from './set-numbers.js';
import { audited, type AuditedRows } from '../../../platform/audit/audited.js';

/** A missing property is not changed. */
export type SmsServiceChanges = Partial<Omit<SmsServiceDetails, 'serviceId'>> & {
  /** All short numbers of the service after the change. */
  numbers?: readonly number[];
};

/** Thrown when a change is rejected because the service could not work after the change. The message is shown to staff. */
export class InvalidSmsServiceChangeError extends Error {
  override name = 'InvalidSmsServiceChangeError';
}

/** @returns why the type cannot be changed; null when the change is allowed. */
function typeChangeProblem(before: SmsServiceType, after: SmsServiceType): string | null {
  if (before === after) return null;
  if (before === 'API_URL') return 'calls of its program may be repeated for days';
  // A pack with a code of an existing transaction would allocate that code to each new message, and no new transaction could be stored.
  return after === 'CODE_PACK' ? 'the pack could contain a code that the service has already sold' : null;
}

/** Changes an SMS service. Messages may be routed by the old settings for up to a second. Existing transactions do not change. */
@Injectable()
export class ChangeSmsService {
  /**
   * The caller must hold the lock of the service's row, and roll back after an error.
   * @throws KeywordTakenError when another service has the same prefix and suffix.
   * @throws InvalidSmsServiceChangeError when the type and the URL of the program do not match, or when the type cannot change.
   */
  async run(tx: EntityManager, serviceId: string, { numbers, ...changes }: SmsServiceChanges): Promise<void> {
    const before = await tx.findOneByOrFail(SmsServiceDetails, { serviceId });
    const after = { ...before, ...changes };
    rejectInvalidChange(before, after);
    const change = { action: 'service.set', subject: 'service', id: serviceId };
    const details = { table: 'sms_service', subjectColumn: 'service_id', excludedColumns: ['service_id'] };
    if (Object.keys(changes).length > 0)
      await audited(tx, { ...change, rows: details }, () =>
        reserveKeyword(tx, after, () => tx.update(SmsServiceDetails, { serviceId }, changes)),
      );
    if (numbers) await audited(tx, { ...change, rows: NUMBER_ROWS }, () => setNumbers(tx, serviceId, numbers));
  }
}

/** Audits added and removed rows. `isLocked`: the caller holds the lock of the service's row. */
const NUMBER_ROWS: AuditedRows = {
  table: 'sms_service_number',
  subjectColumn: 'service_id',
  rowKeyColumn: 'number',
  excludedColumns: ['service_id'],
  isLocked: true,
};

function rejectInvalidChange(before: SmsServiceDetails, after: SmsServiceDetails): void {
  const reason = typeChangeProblem(before.type, after.type);
  if (reason !== null) throw new InvalidSmsServiceChangeError(`A service of type ${before.type} cannot become ${after.type}: ${reason}.`);
  if (after.type === 'API_URL' && after.apiUrl === null)
    throw new InvalidSmsServiceChangeError('A service of type API_URL needs the URL of a program.');
  if (after.type !== 'API_URL' && after.apiUrl !== null)
    throw new InvalidSmsServiceChangeError(`A service of type ${after.type} calls no program. Only API_URL can have a URL.`);
}
