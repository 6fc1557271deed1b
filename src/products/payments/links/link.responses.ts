import { ApiProperty } from '@nestjs/swagger';
import { amountToNumber } from '../../../common/money/amount.js';
import { formatTimestamp } from '../../../common/time/timestamp.js';
import { PAYMENT_STATUSES, type PaymentStatus } from '../payments/states.js';
import { paymentLinkUrl, paymentLinkQrUrl } from './link-url.js';
import { LINK_CLOSED_REASONS, type LinkClosedReason } from './link-closed-reason.js';
import { LINK_STATUSES, type LinkStatus } from './states.js';
import type { ListedLink } from './links.query.js';
import type { PaymentOfLink } from './payments-of-link.query.js';

const TIME = { type: String, format: 'date-time' } as const;
const NULLABLE_TEXT = { type: String, nullable: true } as const;
const NULLABLE_AMOUNT = { type: Number, nullable: true } as const;

/** What a response about a link needs besides the link: the public URL of the gateway, and the time zone of timestamps. */
export interface LinkContext {
  publicUrl: string;
  zone: string;
}

export class LinkResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uri', description: 'What to give to payers.' })
  url: string;

  @ApiProperty({ format: 'uri', description: 'The same as a QR code, an SVG.' })
  qr_url: string;

  @ApiProperty({ enum: LINK_STATUSES })
  status: LinkStatus;

  @ApiProperty({
    enum: LINK_CLOSED_REASONS,
    nullable: true,
    description: 'Why no payment can be begun with it; null while one can. `used`: it was for one payment, and was paid.',
  })
  closed: LinkClosedReason | null;

  @ApiProperty({ ...NULLABLE_AMOUNT, example: 49.9, description: 'Null where payers choose.' })
  amount: number | null;

  @ApiProperty(NULLABLE_AMOUNT)
  min_amount: number | null;

  @ApiProperty(NULLABLE_AMOUNT)
  max_amount: number | null;

  @ApiProperty({ example: 'PLN' })
  currency: string;

  @ApiProperty(NULLABLE_TEXT)
  description: string | null;

  @ApiProperty(NULLABLE_TEXT)
  control: string | null;

  @ApiProperty({ description: 'It is paid once.' })
  single_use: boolean;

  @ApiProperty({ ...TIME, nullable: true, description: 'From then on no payment is begun.' })
  expires_at: string | null;

  @ApiProperty(TIME)
  created_at: string;

  @ApiProperty(TIME)
  updated_at: string;

  static from(link: ListedLink, { publicUrl, zone }: LinkContext): LinkResponse {
    const toAmount = (minor: number | null): number | null => (minor === null ? null : amountToNumber(minor));
    return {
      id: link.id,
      url: paymentLinkUrl(publicUrl, link.token),
      qr_url: paymentLinkQrUrl(publicUrl, link.token),
      status: link.status,
      closed: link.closed,
      amount: toAmount(link.amountMinor),
      min_amount: toAmount(link.minMinor),
      max_amount: toAmount(link.maxMinor),
      currency: link.currency,
      description: link.description,
      control: link.control,
      single_use: link.singleUse,
      expires_at: link.expiresAt && formatTimestamp(link.expiresAt, zone),
      created_at: formatTimestamp(link.createdAt, zone),
      updated_at: formatTimestamp(link.updatedAt, zone),
    };
  }
}

export class PaymentOfLinkResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: PAYMENT_STATUSES })
  status: PaymentStatus;

  @ApiProperty({ example: 49.9 })
  amount: number;

  @ApiProperty(TIME)
  created_at: string;
}

export class LinkDetail extends LinkResponse {
  @ApiProperty({ type: [PaymentOfLinkResponse], description: 'The latest 20, newest first. All have the link’s `control`.' })
  payments: PaymentOfLinkResponse[];

  static with(link: ListedLink, payments: readonly PaymentOfLink[], context: LinkContext): LinkDetail {
    return {
      ...LinkResponse.from(link, context),
      payments: payments.map(({ id, status, amountMinor, createdAt }) => ({
        id,
        status,
        amount: amountToNumber(amountMinor),
        created_at: formatTimestamp(createdAt, context.zone),
      })),
    };
  }
}
