import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Ledger } from '../ledger.service.js';
import { type OnceWritten, writeOnce } from './write-once.js';

export interface Payout {
  /** Of the bank transfer: the same is paid out once. */
  reference: string;
  partnerId: string;
  currency: string;
  /** Minor units, above zero. */
  amountMinor: number;
  /** Out of the wallet of money that nobody took. */
  test: boolean;
  /** Who does it. */
  author: string;
}

/** Money that was sent to a partner's bank account: out of the available part, out of the bank. */
@Injectable()
export class PayOutService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly ledger: Ledger,
  ) {}

  /**
   * @throws WalletBalanceTooLow when the available part is smaller; nothing is written then.
   * @throws ReferenceTakenError when the reference stands for another payout.
   */
  run({ reference, partnerId, currency, amountMinor, test, author }: Payout): Promise<OnceWritten> {
    return this.dataSource.transaction(async (tx) => {
      const now = this.clock.now();
      const content = { partner_id: partnerId, currency, amount_minor: amountMinor, test, author };
      const written = await writeOnce(tx, 'payout', 'a payout', { reference, content, besides: { created_at: now } });
      if (written.repeated) return written;
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
