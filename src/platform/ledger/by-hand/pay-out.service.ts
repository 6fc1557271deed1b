import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Ledger } from '../ledger.service.js';
import { WalletQuery } from '../wallet.query.js';
import { payableMinor, PayoutTooHigh } from './payout-too-high.js';
import { type OnceWritten, writeOnce } from './write-once.js';

export interface Payout {
  /** Of the bank transfer: the same is paid out once. */
  reference: string;
  partnerId: string;
  currency: string;
  /** Minor units, above zero. */
  amountMinor: number;
  /** Out of the wallet of test money. */
  test: boolean;
  /** Who does it. */
  author: string;
}

/** Money that was sent to a partner's bank account: out of the available part, out of the bank. What the partner owes stays available. */
@Injectable()
export class PayOutService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly ledger: Ledger,
    private readonly wallets: WalletQuery,
  ) {}

  /**
   * @throws PayoutTooHigh when less is available than that and what the partner owes; nothing is written then.
   * @throws ReferenceTakenError when the reference stands for another payout.
   */
  run({ reference, partnerId, currency, amountMinor, test, author }: Payout): Promise<OnceWritten> {
    return this.dataSource.transaction(async (tx) => {
      const now = this.clock.now();
      const content = { partner_id: partnerId, currency, amount_minor: amountMinor, test, author };
      const written = await writeOnce(tx, 'payout', 'a payout', { reference, content, besides: { created_at: now } });
      if (written.repeated) return written;
      await this.ledger.open(tx, partnerId, test, currency, ['partner:available', 'platform:liquidity']);
      const wallet = await this.wallets.lock(tx, partnerId, { currency, test });
      if (amountMinor > payableMinor(wallet)) throw new PayoutTooHigh(wallet);
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
      return written;
    });
  }
}
