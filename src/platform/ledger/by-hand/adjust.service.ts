import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { PostingDraft } from '../entry-draft.js';
import { isPartnerAccount } from '../account-kind.js';
import { Ledger } from '../ledger.service.js';
import type { AdjustableAccount } from './adjustable-account.js';
import { type OnceWritten, writeOnce } from './write-once.js';

export interface Adjustment {
  /** Of the decision behind it: the same is entered once. */
  reference: string;
  debit: AdjustableAccount;
  credit: AdjustableAccount;
  /** Whose, when one of the accounts is a partner's. */
  partnerId: string | null;
  currency: string;
  /** Minor units, above zero. */
  amountMinor: number;
  test: boolean;
  reason: string;
  author: string;
}

/** A correction that staff decided on. What is entered stays; this is one more entry. */
@Injectable()
export class AdjustService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly ledger: Ledger,
  ) {}

  /**
   * @throws WalletBalanceTooLow when a part of a wallet would fall below zero; nothing is written then.
   * @throws ReferenceTakenError when the reference stands for another adjustment.
   */
  run({ reference, debit, credit, partnerId, currency, amountMinor, test, reason, author }: Adjustment): Promise<OnceWritten> {
    return this.dataSource.transaction(async (tx) => {
      const now = this.clock.now();
      const content = { debit, credit, partner_id: partnerId, currency, amount_minor: amountMinor, test, reason, author };
      const written = await writeOnce(tx, 'ledger_adjustment', 'an adjustment', { reference, content, besides: { created_at: now } });
      if (written.repeated) return written;
      const line = (account: AdjustableAccount, minor: number): PostingDraft => ({
        account,
        currency,
        amountMinor: minor,
        ...(isPartnerAccount(account) && partnerId !== null && { partnerId }),
      });
      const postings = [line(debit, amountMinor), line(credit, -amountMinor)];
      await this.ledger.post(tx, { kind: 'adjustment.made', reference: written.id, test, occurredAt: now, postings });
      return written;
    });
  }
}
