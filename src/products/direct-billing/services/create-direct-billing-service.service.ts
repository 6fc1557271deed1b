import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OPERATORS } from '../../../connectors/operators/operator.port.js';
import { CreateServiceService, type CreateServiceInput } from '../../../platform/partners/services/create-service.service.js';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { SetTariffService } from '../commission/set-tariff.service.js';
import { DEFAULT_RATES } from '../commission/tariff.js';
import { DirectBillingService } from '../entities/direct-billing-service.entity.js';

export type CreateDirectBillingServiceInput = Omit<CreateServiceInput, 'area'> & { suffix: string };

/** A DirectBilling service with the default tariff at every operator. */
@Injectable()
export class CreateDirectBillingServiceService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly createService: CreateServiceService,
    private readonly setTariff: SetTariffService,
  ) {}

  run(input: CreateDirectBillingServiceInput): Promise<Service> {
    return this.dataSource.transaction(async (tx) => {
      const service = await this.createService.run(tx, { ...input, area: 'directbilling' });
      await tx.insert(DirectBillingService, { serviceId: service.id, suffix: input.suffix });
      for (const operator of OPERATORS) await this.setTariff.run(tx, service.id, operator, DEFAULT_RATES[operator]);
      return service;
    });
  }
}
