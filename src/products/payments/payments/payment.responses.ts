import { ApiProperty } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { CHANNEL_IDS, type ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { RowOf } from '../../../runtime/database/rows/row-selection.js';
import type { RawObject } from './create/raw-json.js';
import type { PAYMENT_LIST } from './payment.list.js';
import { PaymentAmount, PaymentCustomer, PaymentRedirects } from './payment-parts.responses.js';
import { PAYMENT_STATUSES, type PaymentStatus } from './states.js';
import type { ShownPayment } from './show-payment.query.js';

const NULLABLE_TIME = { type: String, format: 'date-time', nullable: true } as const;
const NULLABLE_TEXT = { type: String, nullable: true } as const;
const RAW_OBJECT = { type: 'object', additionalProperties: true, nullable: true, description: 'As it was given.' } as const;
const ADDRESS = { surname: 'Kowalski', street: 'Prosta', city: 'Warszawa', postalCode: '00-001', country: 'PL' };
const CART = [{ name: 'A golden sword', quantity: 1, price: 12.3, producer: null, category: null, code: null }];

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

  static from(row: RowOf<typeof PAYMENT_LIST.selection>, zone: string): PaymentTransactionListItem {
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

  @ApiProperty({ ...RAW_OBJECT, example: { useragent: 'Mozilla/5.0', systemId: 'u-7' } })
  antifraud: RawObject | null;

  @ApiProperty({ ...RAW_OBJECT, example: ADDRESS })
  billing: RawObject | null;

  @ApiProperty({ ...RAW_OBJECT, example: ADDRESS })
  shipping: RawObject | null;

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
      cart: row.cart ?? null,
      paid_at: row.paidAt && formatTimestamp(row.paidAt, zone),
      expires_at: formatTimestamp(row.expiresAt, zone),
      created_at: formatTimestamp(row.createdAt, zone),
      updated_at: formatTimestamp(row.updatedAt, zone),
    };
  }
}

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
