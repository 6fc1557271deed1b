import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import { PLN } from '../currencies/rate.js';
import type { PaymentTransaction } from '../entities/payment-transaction.entity.js';
import type { GivenCustomer, GivenObject } from './given-value.js';
import { PAYMENT_STATUSES, type PaymentStatus } from './payment-transitions.js';

const NULLABLE_TIME = { type: String, format: 'date-time', nullable: true } as const;
const NULLABLE_TEXT = { type: String, nullable: true } as const;
const AS_GIVEN = { type: 'object', additionalProperties: true, nullable: true, description: 'As it was given.' } as const;
const ADDRESS = { surname: 'Kowalski', street: 'Prosta', city: 'Warszawa', postalCode: '00-001', country: 'PL' };
const CART = [{ name: 'A golden sword', quantity: 1, price: 12.3, producer: null, category: null, code: null }];

type Listed = Pick<PaymentTransaction, 'id' | 'status' | 'plnMinor' | 'control' | 'channel' | 'paidAt' | 'createdAt' | 'updatedAt'>;

export class PaymentTransactionListItem {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: PAYMENT_STATUSES })
  status: PaymentStatus;

  @ApiProperty({ type: Number, example: 12.3, description: 'Value in PLN.' })
  amount: number;

  @ApiProperty({ ...NULLABLE_TEXT, example: 'order-1' })
  control: string | null;

  @ApiProperty({ enum: CHANNEL_IDS, nullable: true, type: String, description: 'Null until one was begun.' })
  channel: ChannelId | null;

  @ApiProperty(NULLABLE_TIME)
  paid_at: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;

  static from(row: Listed, zone: string): PaymentTransactionListItem {
    return {
      id: row.id,
      status: row.status,
      amount: amountToNumber(row.plnMinor),
      control: row.control,
      channel: row.channel,
      paid_at: row.paidAt && formatTimestamp(row.paidAt, zone),
      created_at: formatTimestamp(row.createdAt, zone),
      updated_at: formatTimestamp(row.updatedAt, zone),
    };
  }
}

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
  @ApiProperty({ ...NULLABLE_TEXT, format: 'uri' })
  success: string | null;

  @ApiProperty({ ...NULLABLE_TEXT, format: 'uri' })
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

  static from(given: GivenCustomer | null): PaymentCustomer {
    return { name: given?.name ?? null, email: given?.email ?? null, ip: given?.ip ?? null, country: given?.countryCode ?? null };
  }
}

export class PaymentTransactionDetail {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ pattern: '^[A-Z0-9]{8}$', example: 'K7Q2ZP0D', description: 'What the payer sees and can read out.' })
  payer_transaction_id: string;

  @ApiProperty({ enum: PAYMENT_STATUSES })
  status: PaymentStatus;

  @ApiProperty({ type: PaymentAmount })
  amount: PaymentAmount;

  @ApiProperty({ enum: CHANNEL_IDS, nullable: true, type: String })
  channel: ChannelId | null;

  @ApiProperty(NULLABLE_TEXT)
  control: string | null;

  @ApiProperty(NULLABLE_TEXT)
  description: string | null;

  @ApiProperty({ type: PaymentRedirects })
  redirect: PaymentRedirects;

  @ApiProperty({ type: PaymentCustomer })
  customer: PaymentCustomer;

  @ApiProperty({ ...AS_GIVEN, example: { useragent: 'Mozilla/5.0', systemId: 'u-7' } })
  antifraud: GivenObject | null;

  @ApiProperty({ ...AS_GIVEN, example: ADDRESS })
  billing: GivenObject | null;

  @ApiProperty({ ...AS_GIVEN, example: ADDRESS })
  shipping: GivenObject | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    nullable: true,
    description: 'As it was given.',
    example: CART,
  })
  cart: readonly unknown[] | null;

  @ApiProperty(NULLABLE_TIME)
  paid_at: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  expires_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updated_at: string;

  static from(row: ShownPayment, zone: string): PaymentTransactionDetail {
    return {
      id: row.id,
      payer_transaction_id: row.payerTransactionId,
      status: row.status,
      amount: PaymentAmount.from(row),
      channel: row.channel,
      control: row.control,
      description: row.description,
      redirect: { success: row.successUrl, failure: row.failureUrl },
      customer: PaymentCustomer.from(row.customer),
      antifraud: row.antifraud,
      billing: row.billing,
      shipping: row.shipping,
      cart: row.cart,
      paid_at: row.paidAt && formatTimestamp(row.paidAt, zone),
      expires_at: formatTimestamp(row.expiresAt, zone),
      created_at: formatTimestamp(row.createdAt, zone),
      updated_at: formatTimestamp(row.updatedAt, zone),
    };
  }
}

type ShownPayment = Omit<
  PaymentTransaction,
  | 'serviceId'
  | 'referer'
  | 'pendingUrl'
  | 'directChannel'
  | 'offered'
  | 'attemptCount'
  | 'codeCount'
  | 'dueAt'
  | 'traceParent'
  | HiddenState
>;
type HiddenState = 'partnerMinor' | 'failureReason' | 'holdReason' | 'heldAt';

export class PaymentTransactionCreated {
  @ApiProperty({ format: 'uuid' })
  transactionId: string;

  @ApiProperty({
    format: 'uri',
    example: 'https://pay.example/pay/019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30',
    description: 'The page the payer is sent to.',
  })
  redirectUrl: string;
}
