import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OPERATORS } from '../../../connectors/operators/operator.port.js';
import { CreateService, type CreateServiceInput } from '../../../platform/partners/services/create-service.js';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { SetTariffService } from '../commission/set-tariff.service.js';
import { DEFAULT_RATES } from '../commission/tariff.js';
import { DirectBillingServiceDetails } from './direct-billing-service-details.entity.js';

export type CreateDirectBillingServiceInput = Omit<CreateServiceInput, 'area'> & { suffix: string };

/** A DirectBilling service with the default tariff at every operator. */
@Injectable()
export class CreateDirectBillingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly createService: CreateService,
    private readonly setTariff: SetTariffService,
  ) {}

  run(input: CreateDirectBillingServiceInput): Promise<Service> {
    return this.dataSource.transaction(async (tx) => {
      const service = await this.createService.run(tx, { ...input, area: 'directbilling' });
      await tx.insert(DirectBillingServiceDetails, { serviceId: service.id, suffix: input.suffix });
      for (const operator of OPERATORS) await this.setTariff.run(tx, service.id, operator, DEFAULT_RATES[operator]);
      return service;
    });
  }
}
