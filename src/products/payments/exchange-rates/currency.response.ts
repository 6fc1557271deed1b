import { ApiProperty } from '@nestjs/swagger';
import { RATE_TABLES, type RateTableName } from '../../../connectors/rates/rate-source.port.js';
import type { ServiceCurrency } from './service-currencies.query.js';

/** The signs of currencies, shown before or after an amount. */
const SIGNS: Readonly<Record<string, { prefix?: string; suffix?: string }>> = {
  PLN: { suffix: 'zł' },
  EUR: { suffix: '€' },
  USD: { prefix: '$' },
  GBP: { prefix: '£' },
  BRL: { prefix: 'R$' },
  CZK: { suffix: 'Kč' },
  DKK: { suffix: 'kr' },
  NOK: { suffix: 'kr' },
  SEK: { suffix: 'kr' },
};

export class PaymentCurrencyResponse {
  @ApiProperty({ example: 'EUR' })
  iso: string;

  @ApiProperty({ pattern: '^\\d+\\.\\d{10}$', example: '4.3653000000', description: 'PLN for one unit, by the central bank.' })
  pln_rate: string;

  @ApiProperty({ enum: RATE_TABLES, description: 'The central bank’s table that the rate is from.' })
  nbp_table: RateTableName;

  @ApiProperty({ type: 'string', nullable: true, example: null, description: 'Shown before an amount.' })
  prefix: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: '€', description: 'Shown after an amount.' })
  suffix: string | null;

  @ApiProperty({ format: 'date', example: '2024-01-29', description: 'The day of that table.' })
  updated_at: string;

  static from({ currency, plnRate, table, effectiveOn }: ServiceCurrency): PaymentCurrencyResponse {
    const { prefix = null, suffix = null } = SIGNS[currency] ?? {};
    return { iso: currency, pln_rate: plnRate, nbp_table: table, prefix, suffix, updated_at: effectiveOn };
  }
}
