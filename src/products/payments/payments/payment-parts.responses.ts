import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { PLN } from '../exchange-rates/rate.js';
import type { PaymentTransaction } from './payment-transaction.entity.js';
import type { RawCustomer } from './create/raw-json.js';

const NULLABLE_TEXT = { type: String, nullable: true } as const;

export class PaymentOriginalAmount {
  @ApiProperty({ type: Number, example: 10, description: 'What the payer pays.' })
  value: number;

  @ApiProperty({ example: 'EUR' })
  currency: string;

  @ApiProperty({ example: '4.3653000000', description: 'What one unit was worth in PLN when the payment was made.' })
  pln_rate: string;
}

export class PaymentAmount {
  @ApiProperty({ type: Number, example: 43.65, description: 'Value in PLN.' })
  value: number;

  @ApiProperty({ example: 'PLN' })
  currency: string;

  @ApiPropertyOptional({ type: Number, example: 0.65, description: 'What the gateway keeps; once it is paid.' })
  commission?: number;

  @ApiPropertyOptional({ example: 'PLN' })
  commission_currency?: string;

  @ApiPropertyOptional({ type: PaymentOriginalAmount, description: 'Where the payer pays in another currency.' })
  original?: PaymentOriginalAmount;

  static from(row: Pick<PaymentTransaction, 'plnMinor' | 'amountMinor' | 'currency' | 'plnRate' | 'commissionMinor'>): PaymentAmount {
    const { plnMinor, amountMinor, currency, plnRate, commissionMinor } = row;
    return {
      value: amountToNumber(plnMinor),
      currency: PLN,
      ...(commissionMinor !== null && { commission: amountToNumber(commissionMinor), commission_currency: PLN }),
      ...(currency !== PLN && { original: { value: amountToNumber(amountMinor), currency, pln_rate: plnRate } }),
    };
  }
}

export class PaymentRedirects {
  @ApiProperty({ ...NULLABLE_TEXT, format: 'iri' })
  success: string | null;

  @ApiProperty({ ...NULLABLE_TEXT, format: 'iri' })
  failure: string | null;
}

export class PaymentCustomer {
  @ApiProperty(NULLABLE_TEXT)
  name: string | null;

  @ApiProperty(NULLABLE_TEXT)
  email: string | null;

  @ApiProperty(NULLABLE_TEXT)
  ip: string | null;

  @ApiProperty({ ...NULLABLE_TEXT, example: 'PL' })
  country: string | null;

  static from(raw: RawCustomer | null): PaymentCustomer {
    return { name: raw?.name ?? null, email: raw?.email ?? null, ip: raw?.ip ?? null, country: raw?.countryCode ?? null };
  }
}
