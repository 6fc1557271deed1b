import { randomBytes } from 'node:crypto';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import type { CreateSmsService } from './create-sms-service.js';
import { KeywordTakenError } from './keyword-taken.js';

/**
 * Creates the demo partner's service. Its messages begin with `TC.SKLEP`, or with `TC.DEMO-` and six random hex digits when another service
 * already has the keyword `TC.SKLEP`.
 */
export async function createDemoService(create: CreateSmsService, partnerId: string): Promise<Service> {
  const withSuffix = (suffix: string): Promise<Service> =>
    create.run({
      partnerId,
      name: 'Demo SMS',
      type: 'ONE_TIME_CODE',
      prefix: 'TC',
      suffix,
      numbers: [7055, 7255, 91055, 92555],
      description: 'A code for each message; try it on the simulated phone.',
    });
  try {
    return await withSuffix('SKLEP');
  } catch (error) {
    if (!(error instanceof KeywordTakenError)) throw error;
    return withSuffix(`DEMO-${randomBytes(3).toString('hex')}`);
  }
}
