import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Balances of a wallet in minor units; its parts are never below zero. */
export interface WalletBalance {
  currency: string;
  /** Earned, not settled by the operator yet. */
  pendingMinor: number;
  availableMinor: number;
  /** Held for refunds under way. */
  reservedMinor: number;
  /** What the partner owes beyond the wallet; below zero when a correction took off too much. */
  receivableMinor: number;
}

interface WhichWallet {
  /** `PLN` unless another is given. */
  currency?: string;
  /** The wallet of test money, which is never part of the other. */
  test?: boolean;
  tx?: EntityManager;
}

interface WalletRow {
  pending_minor: string;
  available_minor: string;
  reserved_minor: string;
  receivable_minor: string;
}

@Injectable()
export class WalletQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** A partner who has earned nothing yet has a wallet of zeros. */
  async of(partnerId: string, { currency = 'PLN', test = false, tx }: WhichWallet = {}): Promise<WalletBalance> {
    const [row] = await (tx ?? this.dataSource).query<WalletRow[]>(
      'SELECT pending_minor, available_minor, reserved_minor, receivable_minor FROM wallet WHERE partner_id = $1 AND currency = $2 AND test = $3',
      [partnerId, currency, test],
    );
    return {
      currency,
      pendingMinor: Number(row?.pending_minor ?? 0),
      availableMinor: Number(row?.available_minor ?? 0),
      reservedMinor: Number(row?.reserved_minor ?? 0),
      receivableMinor: Number(row?.receivable_minor ?? 0),
    };
  }

  /** The same, with the wallet locked until the transaction ends: only right before what draws on it is posted, and after accounts are opened. */
  async lock(
    tx: EntityManager,
    partnerId: string,
    { currency = 'PLN', test = false }: Omit<WhichWallet, 'tx'> = {},
  ): Promise<WalletBalance> {
    await tx.query('SELECT wallet_available($1, $2, $3)', [partnerId, currency, test]);
    // A statement of its own: one that has waited for the lock sees what was there before it.
    return this.of(partnerId, { currency, test, tx });
  }
}
