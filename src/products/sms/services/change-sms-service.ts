import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SmsServiceDetails } from './sms-service-details.entity.js';
import type { SmsServiceType } from '../service-type.js';
import { takeKeyword } from './keyword-taken.js';
import { setNumbers } from './set-numbers.js';

/** What is not named stays as it is. */
export type SmsServiceChanges = Partial<Omit<SmsServiceDetails, 'serviceId'>> & {
  /** All short numbers that shall lead to the service. */
  numbers?: readonly number[];
};

/** A change that would leave a service which cannot work. The message is a sentence for the user. */
export class SmsServiceChangeRefused extends Error {
  override name = 'SmsServiceChangeRefused';
}

/** Why a service of one type cannot become one of another; null where it can. */
function whyNot(before: SmsServiceType, after: SmsServiceType): string | null {
  if (before === after) return null;
  if (before === 'API_URL') return 'calls to its program may have to be repeated for days';
  // The pack would hand it out again and again, and no message could be sold any more.
  return after === 'CODE_PACK' ? 'a code that it has given out could stand in the pack' : null;
}

/** Changes an SMS service. Messages that are being routed meanwhile may go by what was before, for a second; what was sold stays as it was. */
@Injectable()
export class ChangeSmsService {
  /**
   * The caller holds the service's row. The transaction is lost after an error.
   * @throws KeywordTaken when the words would be another service's.
   * @throws SmsServiceChangeRefused when type and address would not fit each other, or the type cannot change.
   */
  async run(tx: EntityManager, serviceId: string, { numbers, ...changes }: SmsServiceChanges): Promise<void> {
    const before = await tx.findOneByOrFail(SmsServiceDetails, { serviceId });
    const after = { ...before, ...changes };
    refuseUnsound(before, after);
    if (Object.keys(changes).length > 0) await takeKeyword(tx, after, () => tx.update(SmsServiceDetails, { serviceId }, changes));
    if (numbers) await setNumbers(tx, serviceId, numbers);
  }
}

function refuseUnsound(before: SmsServiceDetails, after: SmsServiceDetails): void {
  const reason = whyNot(before.type, after.type);
  if (reason !== null) throw new SmsServiceChangeRefused(`A service of type ${before.type} cannot become ${after.type}: ${reason}.`);
  if (after.type === 'API_URL' && after.apiUrl === null)
    throw new SmsServiceChangeRefused('A service of type API_URL needs the address of a program.');
  if (after.type !== 'API_URL' && after.apiUrl !== null)
    throw new SmsServiceChangeRefused(`A service of type ${after.type} asks no program; only API_URL has an address.`);
}
