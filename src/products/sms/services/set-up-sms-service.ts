import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { violatedConstraint } from '../../../runtime/database/violated-constraint.js';
import { SmsServiceDetails } from '../entities/sms-service-details.entity.js';
import type { SmsServiceType } from '../service-type.js';
import { KeywordTaken } from './keyword-taken.js';

export interface SmsServiceSetup {
  type: SmsServiceType;
  prefix: string;
  suffix: string;
  /** Short numbers of the catalogue. */
  numbers: readonly number[];
  description?: string | null;
  adult?: boolean;
  /** The partner's share of the net price in basis points; half of it unless told otherwise. */
  shareBp?: number;
  /** Only for API_URL, and then required. */
  apiUrl?: string | null;
}

const DEFAULT_SHARE_BP = 5000;

/** Gives a service of the area `sms` its type, words and numbers. */
@Injectable()
export class SetUpSmsService {
  /** @throws KeywordTaken; the transaction is lost then. */
  async run(tx: EntityManager, serviceId: string, setup: SmsServiceSetup): Promise<void> {
    const { type, prefix, suffix, numbers, description, adult, shareBp, apiUrl } = setup;
    try {
      await tx.insert(SmsServiceDetails, {
        serviceId,
        type,
        prefix,
        suffix,
        description: description ?? null,
        adult: adult ?? false,
        shareBp: shareBp ?? DEFAULT_SHARE_BP,
        apiUrl: apiUrl ?? null,
      });
    } catch (error) {
      throw violatedConstraint(error) === 'sms_service_keyword_once' ? new KeywordTaken(`${prefix}.${suffix}`) : error;
    }
    await tx.query('INSERT INTO sms_service_number (service_id, number) SELECT DISTINCT $1, unnest($2::integer[])', [serviceId, numbers]);
  }
}
