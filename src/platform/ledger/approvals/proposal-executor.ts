import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CreateAdjustmentService } from '../manual/create-adjustment.service.js';
import { CreatePayoutService } from '../manual/create-payout.service.js';
import { ReferenceTakenError } from '../manual/manual-entry-rejected.js';
import type { WriteOnceResult } from '../manual/write-once.js';
import { SettleService } from '../settlement/settle.service.js';
import { lockSettlements } from '../settlement/settlement-lock.js';
import { SettlementQueries } from '../settlement/settlement.queries.js';
import type { Proposal, ProposedSettlement } from './proposal.js';
import { sumsText } from './proposal.js';
import { ProposalRejectedError, TotalsChangedError } from './proposal-rejected.js';

/** Enters an approved proposal through the same services as the command line. */
@Injectable()
export class ProposalExecutor {
  constructor(
    private readonly payouts: CreatePayoutService,
    private readonly adjustments: CreateAdjustmentService,
    private readonly settlements: SettleService,
    private readonly settlementQueries: SettlementQueries,
  ) {}

  /**
   * @throws the errors of the service for the proposal's kind.
   * @throws TotalsChangedError when a settlement would move other sums than those that were shown.
   * @throws ReferenceTakenError when the same entry exists already.
   */
  async run(tx: EntityManager, proposal: Proposal): Promise<void> {
    const { repeated } = await this.createEntry(tx, proposal);
    if (repeated) throw new ReferenceTakenError(proposal.reference, 'an earlier entry');
  }

  /**
   * Checks that the sums to settle are still those that were shown. Other settlements with the provider wait until the transaction ends.
   * @throws TotalsChangedError, PeriodNotOverError; ProposalRejectedError when there is nothing to settle.
   */
  async rejectIfSumsChanged(tx: EntityManager, { provider, from, to, test, sums: shownSums }: ProposedSettlement): Promise<void> {
    this.settlements.rejectUnlessPeriodOver(to);
    await lockSettlements(tx, { provider, test });
    const currentSums = await this.settlementQueries.sumsToSettle({ provider, from, to, test }, tx);
    if (currentSums.length === 0) throw new ProposalRejectedError('nothing');
    if (sumsText(currentSums) !== sumsText(shownSums)) throw new TotalsChangedError(shownSums, currentSums);
  }

  private async createEntry(tx: EntityManager, proposal: Proposal): Promise<WriteOnceResult> {
    const { id: proposalId, reference, test, author } = proposal;
    const sharedContent = { proposalId, reference, test, author };
    if (proposal.kind === 'payout') {
      const { partnerId, currency, amountMinor } = proposal;
      return this.payouts.createInTransaction(tx, { ...sharedContent, partnerId, currency, amountMinor });
    }
    if (proposal.kind === 'adjust') {
      const { debit, credit, partnerId, currency, amountMinor, reason } = proposal;
      return this.adjustments.createInTransaction(tx, { ...sharedContent, debit, credit, partnerId, currency, amountMinor, reason });
    }
    await this.rejectIfSumsChanged(tx, proposal);
    const { provider, from, to } = proposal;
    return this.settlements.open(tx, { ...sharedContent, provider, from, to });
  }
}
