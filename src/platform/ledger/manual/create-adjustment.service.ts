import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { PostingDraft } from '../entry-draft.js';
import { isPartnerAccount } from '../account-kind.js';
import { Ledger } from '../ledger.service.js';
import type { AdjustableAccount } from './adjustable-account.js';
import { type WriteOnceResult, writeOnce } from './write-once.js';
import { recordChange } from '../../audit/audited.js';

export interface Adjustment {
  /** Reference of the decision. Each reference is entered once. */
  reference: string;
  debit: AdjustableAccount;
  credit: AdjustableAccount;
  /** Partner of the `partner:*` accounts. Null when neither account is one. */
  partnerId: string | null;
  currency: string;
  /** Minor units, above zero. */
  amountMinor: number;
  test: boolean;
  reason: string;
  author: string;
  /** The proposal that was approved, for the audit. */
  proposalId?: string;
}

/** Enters an adjustment that staff decided on. */
@Injectable()
export class CreateAdjustmentService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly ledger: Ledger,
  ) {}

  /**
   * @throws WalletBalanceTooLowError when a part of a wallet would fall below zero. Nothing is written then.
   * @throws ReferenceTakenError when the reference is used for another adjustment.
   */
  run(adjustment: Adjustment): Promise<WriteOnceResult> {
    return this.dataSource.transaction((tx) => this.createInTransaction(tx, adjustment));
  }

  /** Like `run`, but in the caller's transaction, which must be rolled back when this method throws. */
  async createInTransaction(tx: EntityManager, adjustment: Adjustment): Promise<WriteOnceResult> {
    const { reference, debit, credit, partnerId, currency, amountMinor, test, reason, author, proposalId } = adjustment;
    const now = this.clock.now();
    const content = { debit, credit, partner_id: partnerId, currency, amount_minor: amountMinor, test, reason, author };
    const written = await writeOnce(tx, 'ledger_adjustment', 'an adjustment', { reference, content, otherColumns: { created_at: now } });
    if (written.repeated) return written;
    const makePosting = (account: AdjustableAccount, minor: number): PostingDraft => ({
      account,
      currency,
      amountMinor: minor,
      ...(isPartnerAccount(account) && partnerId !== null && { partnerId }),
    });
    const postings = [makePosting(debit, amountMinor), makePosting(credit, -amountMinor)];
    await this.ledger.post(tx, { kind: 'adjustment.made', reference: written.id, test, occurredAt: now, postings });
    const after = { reference, ...content, ...(proposalId !== undefined && { proposal: proposalId }) };
    await recordChange(tx, { action: 'ledger.adjust', subject: 'adjustment', id: written.id, after });
    return written;
  }
}
