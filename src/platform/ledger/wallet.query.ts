import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Balances of a wallet in minor units. Pending, available and reserved are never below zero. */
export interface WalletBalance {
  currency: string;
  /** Earned, but not settled yet. */
  pendingMinor: number;
  availableMinor: number;
  /** Reserved for pending refunds. */
  reservedMinor: number;
  /** The partner's debts. Below zero when an adjustment deducted too much. */
  receivableMinor: number;
}

interface ListedPayout {
  id: string;
  /** Reference of the bank transfer. */
  reference: string;
  currency: string;
  amountMinor: number;
  test: boolean;
  createdAt: Date;
}

interface WalletOptions {
  /** `PLN` by default. */
  currency?: string;
  /** Selects the wallet of test money, which is separate from that of real money. */
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

  /** @returns zeros for a partner without earnings. */
  async readBalance(partnerId: string, { currency = 'PLN', test = false, tx }: WalletOptions = {}): Promise<WalletBalance> {
    const [row] = await (tx ?? this.dataSource).query<WalletRow[]>(
      'SELECT pending_minor, available_minor, reserved_minor, receivable_minor FROM wallet WHERE partner_id = $1 AND currency = $2 AND test = $3',
      [partnerId, currency, test],
    );
    return toBalance(currency, row);
  }

  /** Sums of all partners' wallets by currency. */
  async sumBalances({ test }: { test: boolean }): Promise<WalletBalance[]> {
    const rows = await this.dataSource.query<(WalletRow & { currency: string })[]>(
      `SELECT currency, sum(pending_minor)::bigint AS pending_minor, sum(available_minor)::bigint AS available_minor,
         sum(reserved_minor)::bigint AS reserved_minor, sum(receivable_minor)::bigint AS receivable_minor
       FROM wallet WHERE test = $1 GROUP BY currency ORDER BY currency`,
      [test],
    );
    return rows.map(({ currency, ...row }) => toBalance(currency, row));
  }

  /** Payouts to a partner, newest first. */
  async listPayouts(partnerId: string, limit: number): Promise<ListedPayout[]> {
    const rows = await this.dataSource.query<(Omit<ListedPayout, 'amountMinor'> & { amount: string })[]>(
      `SELECT id, reference, currency, amount_minor::text AS amount, test, created_at AS "createdAt" FROM payout
       WHERE partner_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
      [partnerId, limit],
    );
    return rows.map(({ amount, ...payout }) => ({ ...payout, amountMinor: Number(amount) }));
  }

  /** Locks the wallet of one partner until the transaction ends, and reads it. Call it after opening accounts and right before posting. */
  async lock(
    tx: EntityManager,
    partnerId: string,
    { currency = 'PLN', test = false }: Omit<WalletOptions, 'tx'> = {},
  ): Promise<WalletBalance> {
    await tx.query('SELECT wallet_available($1, $2, $3)', [partnerId, currency, test]);
    // Read by a separate statement: the snapshot of the locking statement is older than its wait for the lock.
    return this.readBalance(partnerId, { currency, test, tx });
  }
}

const toBalance = (currency: string, row: WalletRow | undefined): WalletBalance => ({
  currency,
  pendingMinor: Number(row?.pending_minor ?? 0),
  availableMinor: Number(row?.available_minor ?? 0),
  reservedMinor: Number(row?.reserved_minor ?? 0),
  receivableMinor: Number(row?.receivable_minor ?? 0),
});
