import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { SERVICE_STATUSES, type ServiceStatus } from '../../../platform/partners/services/service-status.js';
import type { SmsServiceDetails } from './sms-service-details.entity.js';
import { type PremiumNumber, SHORT_NUMBERS } from '../numbers/catalogue.js';
import { SMS_SERVICE_TYPES, type SmsServiceType } from '../service-type.js';

export class SmsServiceListItem {
  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b' })
  id: string;

  @ApiProperty({ enum: SMS_SERVICE_TYPES })
  type: SmsServiceType;

  @ApiProperty({ enum: SERVICE_STATUSES })
  status: ServiceStatus;

  @ApiProperty({ example: 'Keys' })
  name: string;

  @ApiProperty({ example: 'TC', description: 'First part of the SMS text.' })
  prefix: string;

  @ApiProperty({ example: 'SKLEP', description: 'Second part of the SMS text, after a dot.' })
  suffix: string;

  @ApiPropertyOptional({ example: 'Keys of the game', description: 'Left out when the service has none.' })
  description?: string;

  @ApiProperty({ description: 'Whether the service is for adults only.' })
  adult: boolean;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  static from(service: Service, details: SmsServiceDetails, zone: string): SmsServiceListItem {
    return {
      id: service.id,
      type: details.type,
      status: service.status,
      name: service.name,
      prefix: details.prefix,
      suffix: details.suffix,
      ...(details.description !== null && { description: details.description }),
      adult: details.adult,
      created_at: formatTimestamp(service.createdAt, zone),
    };
  }
}

export class SmsServiceResponse extends SmsServiceListItem {
  @ApiProperty({
    type: 'array',
    items: { type: 'integer', enum: [...SHORT_NUMBERS] },
    description: 'Short numbers that lead to the service.',
  })
  numbers: number[];

  static fromDetails(service: Service, details: SmsServiceDetails, numbers: readonly PremiumNumber[], zone: string): SmsServiceResponse {
    const { created_at, ...item } = SmsServiceListItem.from(service, details, zone);
    return { ...item, numbers: numbers.map(({ number }) => number), created_at };
  }
}
