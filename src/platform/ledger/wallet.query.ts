import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Balances of a wallet in minor units. Pending, available and reserved are never below zero. */
export interface WalletBalance {
  currency: string;
  /** Earned, but not settled yet. */
  pendingMinor: number;
  availableMinor: number;
  /** Held for refunds under way. */
  reservedMinor: number;
  /** The partner's debts; below zero when a correction took off too much. */
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
    return balanceIn(currency, row);
  }

  /** All partners' wallets together, each currency by itself. */
  async ofAll({ test }: { test: boolean }): Promise<WalletBalance[]> {
    const rows = await this.dataSource.query<(WalletRow & { currency: string })[]>(
      `SELECT currency, sum(pending_minor)::bigint AS pending_minor, sum(available_minor)::bigint AS available_minor,
         sum(reserved_minor)::bigint AS reserved_minor, sum(receivable_minor)::bigint AS receivable_minor
       FROM wallet WHERE test = $1 GROUP BY currency ORDER BY currency`,
      [test],
    );
    return rows.map(({ currency, ...row }) => balanceIn(currency, row));
  }

  /** The wallet of one partner, locked until the transaction ends. Call it after opening accounts and right before posting. */
  async lock(
    tx: EntityManager,
    partnerId: string,
    { currency = 'PLN', test = false }: Omit<WhichWallet, 'tx'> = {},
  ): Promise<WalletBalance> {
    await tx.query('SELECT wallet_available($1, $2, $3)', [partnerId, currency, test]);
    // A statement of its own: the locking one sees the wallet as it was before it waited.
    return this.of(partnerId, { currency, test, tx });
  }
}

const balanceIn = (currency: string, row: WalletRow | undefined): WalletBalance => ({
  currency,
  pendingMinor: Number(row?.pending_minor ?? 0),
  availableMinor: Number(row?.available_minor ?? 0),
  reservedMinor: Number(row?.reserved_minor ?? 0),
  receivableMinor: Number(row?.receivable_minor ?? 0),
});
