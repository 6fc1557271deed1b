import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OPERATORS } from '../../../connectors/operators/operator.port.js';
import { CreateService, type CreateServiceInput } from '../../../platform/partners/services/create-service.js';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { DEFAULT_TARIFF } from '../commission/tariff.js';
import { DirectBillingServiceDetails } from './direct-billing-service-details.entity.js';

export type CreateDirectBillingServiceInput = Omit<CreateServiceInput, 'area'> & { suffix: string };

const INSERT_TARIFFS = `
  INSERT INTO direct_billing_tariff (service_id, operator, enabled, share_low_bp, share_middle_bp, share_high_bp, max_gross_minor)
  SELECT $1, operator, $3, $4, $5, $6, $7 FROM unnest($2::text[]) AS operator`;

/** Creates a DirectBilling service with the default tariff at every operator. */
@Injectable()
export class CreateDirectBillingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly createService: CreateService,
  ) {}

  run(input: CreateDirectBillingServiceInput): Promise<Service> {
    const { enabled, sharesBp, maxGrossMinor } = DEFAULT_TARIFF;
    return this.dataSource.transaction(async (tx) => {
      const service = await this.createService.run(tx, { ...input, area: 'directbilling' });
      await tx.insert(DirectBillingServiceDetails, { serviceId: service.id, suffix: input.suffix });
      await tx.query(INSERT_TARIFFS, [service.id, OPERATORS, enabled, ...sharesBp, maxGrossMinor]);
      return service;
    });
  }
}
