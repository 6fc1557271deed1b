import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Balances of a wallet in minor units, none below zero. */
export interface WalletBalance {
  currency: string;
  /** Earned, not settled by the operator yet. */
  pendingMinor: number;
  availableMinor: number;
  /** Held for refunds under way. */
  reservedMinor: number;
}

interface WhichWallet {
  /** `PLN` unless another is given. */
  currency?: string;
  /** The wallet of money that nobody took, which is never part of the other. */
  test?: boolean;
  tx?: EntityManager;
}

interface WalletRow {
  pending_minor: string;
  available_minor: string;
  reserved_minor: string;
}

@Injectable()
export class WalletQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** A partner who has earned nothing yet has a wallet of zeros. */
  async of(partnerId: string, { currency = 'PLN', test = false, tx }: WhichWallet = {}): Promise<WalletBalance> {
    const [row] = await (tx ?? this.dataSource).query<WalletRow[]>(
      'SELECT pending_minor, available_minor, reserved_minor FROM wallet WHERE partner_id = $1 AND currency = $2 AND test = $3',
      [partnerId, currency, test],
    );
    return {
      currency,
      pendingMinor: Number(row?.pending_minor ?? 0),
      availableMinor: Number(row?.available_minor ?? 0),
      reservedMinor: Number(row?.reserved_minor ?? 0),
    };
  }

  /** What is available in PLN, with the wallet locked until the transaction ends: only right before what draws on it is posted. */
  async lockAvailable(tx: EntityManager, partnerId: string, test: boolean): Promise<number> {
    const [row] = await tx.query<{ minor: string }[]>(`SELECT wallet_available($1, 'PLN', $2) AS minor`, [partnerId, test]);
    return Number(row?.minor ?? 0);
  }
}
