import { ApiProperty } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import type { Service } from '../../../platform/partners/services/service.entity.js';
import { SERVICE_STATUSES, type ServiceStatus } from '../../../platform/partners/services/service-status.js';
import type { Price, Prices } from '../commission/price.js';

export class DirectBillingServiceResponse {
  @ApiProperty({ pattern: '^[0-9a-f]{8}$', example: '5f2c9a1b' })
  id: string;

  @ApiProperty({ example: 'Games' })
  name: string;

  @ApiProperty({ example: 'GAMES', description: 'Title shown in the report.' })
  suffix: string;

  @ApiProperty({ enum: SERVICE_STATUSES })
  status: ServiceStatus;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  static from(service: Service, suffix: string, zone: string): DirectBillingServiceResponse {
    return { id: service.id, name: service.name, suffix, status: service.status, created_at: formatTimestamp(service.createdAt, zone) };
  }
}

export class DirectBillingCommissionResponse {
  @ApiProperty({ type: Number, example: 20, description: 'Net price in PLN.' })
  net: number;

  @ApiProperty({ type: Number, example: 24.6, description: 'Gross price in PLN.' })
  gross: number;

  static from(price: Price | null): DirectBillingCommissionResponse | null {
    return price && { net: amountToNumber(price.netMinor), gross: amountToNumber(price.grossMinor) };
  }
}

export class DirectBillingCalculationResponse {
  @ApiProperty({ type: DirectBillingCommissionResponse, nullable: true })
  orange: DirectBillingCommissionResponse | null;

  @ApiProperty({ type: DirectBillingCommissionResponse, nullable: true })
  play: DirectBillingCommissionResponse | null;

  @ApiProperty({ type: DirectBillingCommissionResponse, nullable: true })
  't-mobile': DirectBillingCommissionResponse | null;

  @ApiProperty({ type: DirectBillingCommissionResponse, nullable: true })
  plus: DirectBillingCommissionResponse | null;

  static from(prices: Prices): DirectBillingCalculationResponse {
    return {
      orange: DirectBillingCommissionResponse.from(prices.orange),
      play: DirectBillingCommissionResponse.from(prices.play),
      't-mobile': DirectBillingCommissionResponse.from(prices['t-mobile']),
      plus: DirectBillingCommissionResponse.from(prices.plus),
    };
  }
}
