import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SmsServiceDetails } from './sms-service-details.entity.js';
import type { SmsServiceType } from '../service-type.js';
import { reserveKeyword } from './keyword-taken.js';
import { setNumbers } from './set-numbers.js';
import { audited, type AuditedRows } from '../../../platform/audit/audited.js';

/** Missing properties stay as they are. */
export type SmsServiceChanges = Partial<Omit<SmsServiceDetails, 'serviceId'>> & {
  /** All short numbers of the service. */
  numbers?: readonly number[];
};

/** The service could not work after the change. The message is a sentence for the user. */
export class InvalidSmsServiceChangeError extends Error {
  override name = 'InvalidSmsServiceChangeError';
}

/** Why the type cannot be changed; null where it can. */
function whyNot(before: SmsServiceType, after: SmsServiceType): string | null {
  if (before === after) return null;
  if (before === 'API_URL') return 'calls to its program may have to be repeated for days';
  // A pack with such a code would try it for every message, and none could be sold any more.
  return after === 'CODE_PACK' ? 'a code that it has given out could stand in the pack' : null;
}

/** Changes an SMS service. For a second, messages may still be routed by the old settings. What was sold stays as it was. */
@Injectable()
export class ChangeSmsService {
  /**
   * The caller holds the lock of the service's row, and rolls back after an error.
   * @throws KeywordTakenError when another service has the same prefix and suffix.
   * @throws InvalidSmsServiceChangeError when type and address would not fit each other, or the type cannot change.
   */
  async run(tx: EntityManager, serviceId: string, { numbers, ...changes }: SmsServiceChanges): Promise<void> {
    const before = await tx.findOneByOrFail(SmsServiceDetails, { serviceId });
    const after = { ...before, ...changes };
    refuseUnsound(before, after);
    const change = { action: 'service.set', subject: 'service', id: serviceId };
    const details = { table: 'sms_service', by: 'service_id', without: ['service_id'] };
    if (Object.keys(changes).length > 0)
      await audited(tx, { ...change, rows: details }, () =>
        reserveKeyword(tx, after, () => tx.update(SmsServiceDetails, { serviceId }, changes)),
      );
    if (numbers) await audited(tx, { ...change, rows: NUMBERS }, () => setNumbers(tx, serviceId, numbers));
  }
}

/** Rows that are added and removed; the service's row is held. */
const NUMBERS: AuditedRows = { table: 'sms_service_number', by: 'service_id', each: 'number', without: ['service_id'], isLocked: true };

function refuseUnsound(before: SmsServiceDetails, after: SmsServiceDetails): void {
  const reason = whyNot(before.type, after.type);
  if (reason !== null) throw new InvalidSmsServiceChangeError(`A service of type ${before.type} cannot become ${after.type}: ${reason}.`);
  if (after.type === 'API_URL' && after.apiUrl === null)
    throw new InvalidSmsServiceChangeError('A service of type API_URL needs the address of a program.');
  if (after.type !== 'API_URL' && after.apiUrl !== null)
    throw new InvalidSmsServiceChangeError(`A service of type ${after.type} asks no program; only API_URL has an address.`);
}
