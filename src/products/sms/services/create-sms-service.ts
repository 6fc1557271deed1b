import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CreateService, type CreateServiceInput } from '../../../platform/partners/services/create-service.js';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { SmsServiceDetails } from './sms-service-details.entity.js';
import type { SmsServiceType } from '../service-type.js';
import { reserveKeyword } from './keyword-taken.js';
import { setNumbers } from './set-numbers.js';

export interface SmsServiceSetup {
  type: SmsServiceType;
  prefix: string;
  suffix: string;
  /** Short numbers of the catalogue. */
  numbers: readonly number[];
  description?: string | null;
  adult?: boolean;
  /** The partner's share of the net price in basis points; half of it by default. */
  shareBp?: number;
  /** URL of the partner's program; required for API_URL, not allowed for other types. */
  apiUrl?: string | null;
}

export type CreateSmsServiceInput = Omit<CreateServiceInput, 'area'> & SmsServiceSetup;

const DEFAULT_SHARE_BP = 5000;

/** Creates an SMS service with its keyword and short numbers. */
@Injectable()
export class CreateSmsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly createService: CreateService,
  ) {}

  /** @throws KeywordTakenError when another service has the same prefix and suffix. */
  run(input: CreateSmsServiceInput): Promise<Service> {
    const { type, prefix, suffix, numbers, description, adult, shareBp, apiUrl, ...common } = input;
    return this.dataSource.transaction(async (tx) => {
      const service = await this.createService.run(tx, { ...common, area: 'sms' });
      const details = {
        serviceId: service.id,
        type,
        prefix,
        suffix,
        description: description ?? null,
        adult: adult ?? false,
        shareBp: shareBp ?? DEFAULT_SHARE_BP,
        apiUrl: apiUrl ?? null,
      };
      await reserveKeyword(tx, details, () => tx.insert(SmsServiceDetails, details));
      await setNumbers(tx, service.id, numbers);
      return service;
    });
  }
}
