import { ApiProperty } from '@nestjs/swagger';
import { amountToNumber } from '../../common/money/amount.js';
import { formatTimestamp } from '../../common/time/timestamp.js';
import { transactionOf } from '../ledger/statement/transaction-of.js';
import type { WalletPosting } from '../ledger/statement/wallet-postings.query.js';
import type { WalletBalance } from '../ledger/wallet.query.js';

export class WalletPartsResponse {
  @ApiProperty({ example: 'PLN' })
  currency: string;

  @ApiProperty({ type: Number, example: 250.5, description: 'Earned, and not settled by the operator yet.' })
  pending: number;

  @ApiProperty({ type: Number, example: 1024, description: 'Can be paid out and refunded from.' })
  available: number;

  @ApiProperty({ type: Number, example: 12.3, description: 'Held for refunds under way.' })
  reserved: number;

  @ApiProperty({ type: Number, example: 0, description: 'Owed by the partner, and not paid out until it is made up for.' })
  owed: number;
}

export class WalletResponse extends WalletPartsResponse {
  @ApiProperty({ type: WalletPartsResponse, description: 'Money of simulated payers, which is never part of the other.' })
  test: WalletPartsResponse;

  static from(real: WalletBalance, test: WalletBalance): WalletResponse {
    return { ...toParts(real), test: toParts(test) };
  }
}

const toParts = ({ currency, pendingMinor, availableMinor, reservedMinor, receivableMinor }: WalletBalance): WalletPartsResponse => ({
  currency,
  pending: amountToNumber(pendingMinor),
  available: amountToNumber(availableMinor),
  reserved: amountToNumber(reservedMinor),
  owed: amountToNumber(receivableMinor),
});

/** The names of a wallet's accounts in the API. */
export const PART_OF = {
  'partner:pending': 'pending',
  'partner:available': 'available',
  'partner:reserved': 'reserved',
  'partner:receivable': 'owed',
} as const;
const PARTS = Object.values(PART_OF);

/** One movement of one part of the wallet. */
export class WalletEntryResponse {
  @ApiProperty({ example: '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607:3', description: 'For `after`.' })
  id: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T13:05:09+01:00' })
  occurred_at: string;

  @ApiProperty({ example: 'payment.paid', description: 'What happened.' })
  kind: string;

  @ApiProperty({ enum: PARTS, description: 'The part of the wallet that it moved.' })
  part: (typeof PARTS)[number];

  @ApiProperty({ type: Number, example: 12.3, description: 'Above zero: the partner has more. What is owed counts below zero.' })
  amount: number;

  @ApiProperty({ example: 'PLN' })
  currency: string;

  @ApiProperty({ type: Boolean, description: 'Money of simulated payers.' })
  test: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The transaction that it belongs to; null for a settlement, payout or adjustment.',
  })
  transaction_id: string | null;

  @ApiProperty({ description: 'What it belongs to: the transaction with the refund or charge, the settlement, the transfer.' })
  reference: string;

  static from(entry: WalletPosting, zone: string): WalletEntryResponse {
    return {
      id: entry.id,
      occurred_at: formatTimestamp(entry.occurredAt, zone),
      kind: entry.kind,
      part: PART_OF[entry.account],
      amount: amountToNumber(entry.amountMinor),
      currency: entry.currency,
      test: entry.test,
      transaction_id: transactionOf(entry.kind, entry.reference),
      reference: entry.reference,
    };
  }
}
