import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Service } from '../platform/partners/services/service.entity.js';
import { CreateSmsService } from '../products/sms/services/create-sms-service.js';
import { KeywordTakenError } from '../products/sms/services/keyword-taken.js';
import type { DemoProduct } from './demo-product.js';

/**
 * Creates the demo partner's service for premium SMS. Its messages begin with `TC.SKLEP`, or with `TC.DEMO-` and six random hex digits when
 * another service already has the keyword `TC.SKLEP`.
 */
@Injectable()
export class SmsDemo implements DemoProduct {
  readonly area = 'sms';

  constructor(private readonly create: CreateSmsService) {}

  async createService(partnerId: string): Promise<Service> {
    try {
      return await this.createWithSuffix(partnerId, 'SKLEP');
    } catch (error) {
      if (!(error instanceof KeywordTakenError)) throw error;
      return this.createWithSuffix(partnerId, `DEMO-${randomBytes(3).toString('hex')}`);
    }
  }

  private createWithSuffix(partnerId: string, suffix: string): Promise<Service> {
    return this.create.run({
      partnerId,
      name: 'Demo SMS',
      type: 'ONE_TIME_CODE',
      prefix: 'TC',
      suffix,
      numbers: [7055, 7255, 91055, 92555],
      description: 'A code for each message; try it on the simulated phone.',
    });
  }
}
