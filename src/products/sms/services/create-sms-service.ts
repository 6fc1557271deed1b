import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CreateService, type CreateServiceInput } from '../../../platform/partners/services/create-service.js';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { SetUpSmsService, type SmsServiceSetup } from './set-up-sms-service.js';

export type CreateSmsServiceInput = Omit<CreateServiceInput, 'area'> & SmsServiceSetup;

/** An SMS service with the words and the numbers that lead to it. */
@Injectable()
export class CreateSmsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly createService: CreateService,
    private readonly setUp: SetUpSmsService,
  ) {}

  /** @throws KeywordTaken when another service has the same prefix and suffix. */
  run(input: CreateSmsServiceInput): Promise<Service> {
    const { partnerId, name, status, notifyUrl, amountRendering, ...setup } = input;
    return this.dataSource.transaction(async (tx) => {
      const service = await this.createService.run(tx, {
        partnerId,
        name,
        area: 'sms',
        ...(status && { status }),
        ...(notifyUrl !== undefined && { notifyUrl }),
        ...(amountRendering && { amountRendering }),
      });
      await this.setUp.run(tx, service.id, setup);
      return service;
    });
  }
}
