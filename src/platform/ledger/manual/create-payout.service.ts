import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Ledger } from '../ledger.service.js';
import { WalletQuery } from '../wallet.query.js';
import { payableMinor, PartnerBlockedError, PayoutTooHighError } from './manual-entry-rejected.js';
import { type WriteOnceResult, writeOnce } from './write-once.js';
import { recordChange } from '../../audit/audited.js';

export interface Payout {
  /** Reference of the bank transfer. Each reference is paid out once. */
  reference: string;
  partnerId: string;
  currency: string;
  /** Minor units, above zero. */
  amountMinor: number;
  /** Whether the money is taken from the wallet of test money. */
  test: boolean;
  author: string;
  /** Whether the transfer was sent before the partner was blocked. */
  althoughBlocked?: boolean;
  /** The proposal that was approved, for the audit. */
  proposalId?: string;
}

/** Enters money that was sent to a partner's bank account. The partner's debts must stay covered by the available part. */
@Injectable()
export class CreatePayoutService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly ledger: Ledger,
    private readonly wallets: WalletQuery,
  ) {}

  /**
   * @throws PayoutTooHighError when the available part is smaller than the amount and the partner's debts together. Nothing is written
   * then.
   * @throws PartnerBlockedError while the partner is blocked, unless `althoughBlocked` is set.
   * @throws ReferenceTakenError when the reference is used for another payout.
   */
  run(payout: Payout): Promise<WriteOnceResult> {
    return this.dataSource.transaction((tx) => this.createInTransaction(tx, payout));
  }

  /** Like `run`, but in the caller's transaction, which must be rolled back when this method throws. */
  async createInTransaction(tx: EntityManager, payout: Payout): Promise<WriteOnceResult> {
    const { reference, partnerId, currency, amountMinor, test, author, althoughBlocked = false, proposalId } = payout;
    const now = this.clock.now();
    const content = { partner_id: partnerId, currency, amount_minor: amountMinor, test, author };
    const written = await writeOnce(tx, 'payout', 'a payout', { reference, content, otherColumns: { created_at: now } });
    if (written.repeated) return written;
    if (!althoughBlocked && (await isBlocked(tx, partnerId))) throw new PartnerBlockedError();
    await this.ledger.open(tx, partnerId, test, currency, ['partner:available', 'platform:liquidity']);
    const wallet = await this.wallets.lock(tx, partnerId, { currency, test });
    if (amountMinor > payableMinor(wallet)) throw new PayoutTooHighError(wallet);
    await this.ledger.post(tx, {
      kind: 'payout.paid',
      reference: written.id,
      test,
      occurredAt: now,
      postings: [
        { account: 'partner:available', partnerId, currency, amountMinor },
        { account: 'platform:liquidity', currency, amountMinor: -amountMinor },
      ],
    });
    await recordChange(tx, {
      action: 'wallet.payout',
      subject: 'partner',
      id: partnerId,
      after: { reference, ...content, although_blocked: althoughBlocked, ...(proposalId !== undefined && { proposal: proposalId }) },
    });
    return written;
  }
}

async function isBlocked(tx: EntityManager, partnerId: string): Promise<boolean> {
  const [row] = await tx.query<{ blocked: boolean }[]>('SELECT blocked_at IS NOT NULL AS blocked FROM partner WHERE id = $1', [partnerId]);
  return row?.blocked ?? false;
}
