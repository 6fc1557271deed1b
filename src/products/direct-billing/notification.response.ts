import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { DIRECT_BILLING_STATUSES, type DirectBillingStatus } from './transactions/transaction-transitions.js';

const AMOUNT = { type: Number, format: 'float', example: 12.3 } as const;

export class DirectBillingNotifiedValues {
  @ApiProperty(AMOUNT)
  net: number;

  @ApiProperty(AMOUNT)
  gross: number;

  @ApiProperty({ ...AMOUNT, description: 'What the partner gets.' })
  partner: number;
}

export class DirectBillingNotifiedReturns {
  @ApiPropertyOptional({ format: 'iri' })
  complete?: string;

  @ApiPropertyOptional({ format: 'iri' })
  failure?: string;
}

export class DirectBillingNotification {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b', description: 'Named `service_id` where the service wants it so.' })
  serviceId: string;

  @ApiProperty({ enum: DIRECT_BILLING_STATUSES })
  status: DirectBillingStatus;

  @ApiProperty({
    type: DirectBillingNotifiedValues,
    description:
      'Written with two decimals (`5.00`), or as short as possible (`5`) where the service wants it: most published client libraries print the ' +
      'numbers that they have read anew, and accept only that.',
  })
  values: DirectBillingNotifiedValues;

  @ApiPropertyOptional({ type: DirectBillingNotifiedReturns })
  returns?: DirectBillingNotifiedReturns;

  @ApiPropertyOptional({ example: 'order-1' })
  control?: string;

  @ApiProperty({ example: '48500600700', description: 'Empty before an operator was chosen.' })
  number_from: string;

  @ApiProperty({ type: 'integer', example: 1, description: '1 Orange, 2 Plus, 3 Play, 4 T-Mobile; 0 before one was chosen.' })
  provider: number;

  @ApiProperty({ pattern: '^[0-9a-f]{64}$', description: 'Of everything before it, in its order.' })
  signature: string;
}
