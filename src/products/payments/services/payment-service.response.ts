import { ApiProperty } from '@nestjs/swagger';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { SERVICE_STATUSES, type ServiceStatus } from '../../../platform/partners/services/service-status.js';

export class PaymentServiceResponse {
  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b' })
  id: string;

  @ApiProperty({ example: 'Books' })
  name: string;

  @ApiProperty({ enum: SERVICE_STATUSES })
  status: ServiceStatus;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  static from({ id, name, status, createdAt }: Service, zone: string): PaymentServiceResponse {
    return { id, name, status, created_at: formatTimestamp(createdAt, zone) };
  }
}
