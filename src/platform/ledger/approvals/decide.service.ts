import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { withoutStatementTimeout } from '../../../runtime/database/without-statement-timeout.js';
import { recordChange } from '../../audit/audited.js';
import { ProposalExecutor } from './proposal-executor.js';
import { type StaffMember, proposalOf, type ProposalRow, type ProposalState } from './proposal.js';
import { ProposalRejectedError } from './proposal-rejected.js';

/** Maximum length of the column `decider`. A longer name is cut, because `decided_by` identifies the person. */
const MAX_AUTHOR_LENGTH = 120;

/** A second person approves or rejects (`refused`) a proposal. Its author can withdraw it. Each proposal is decided once. */
@Injectable()
export class DecideService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly proposalExecutor: ProposalExecutor,
  ) {}

  /**
   * Enters the proposed content in the transaction of the decision. When this throws, the proposal stays undecided.
   * @throws ProposalRejectedError when the person is the proposal's author, or when the proposal was decided before.
   * @throws the errors of `ProposalExecutor`.
   */
  approve(id: string, decider: StaffMember): Promise<void> {
    // The approval of a settlement reads the whole period again.
    return withoutStatementTimeout(this.dataSource, async (tx) => {
      const row = await this.decide(tx, id, decider, { state: 'approved', reason: null });
      await this.proposalExecutor.run(tx, proposalOf(row));
    });
  }

  /** @throws ProposalRejectedError when the person is the proposal's author, or when the proposal was decided before. */
  refuse(id: string, decider: StaffMember, reason: string): Promise<void> {
    return this.close(id, decider, { state: 'refused', reason });
  }

  /** @throws ProposalRejectedError when the person is not the proposal's author, or when the proposal was decided before. */
  withdraw(id: string, decider: StaffMember): Promise<void> {
    return this.close(id, decider, { state: 'withdrawn', reason: null });
  }

  private close(id: string, decider: StaffMember, decision: Decision): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      const { kind, reference } = await this.decide(tx, id, decider, decision);
      const action = decision.state === 'refused' ? 'money.refuse' : 'money.withdraw';
      await recordChange(tx, { action, subject: 'proposal', id, after: { kind, reference, ...decision } });
    });
  }

  /** Stores the decision. A proposal is withdrawn only by its author, and approved or rejected only by another person. */
  private async decide(tx: EntityManager, id: string, { userId, author }: StaffMember, { state, reason }: Decision): Promise<ProposalRow> {
    const mustBeAuthor = state === 'withdrawn';
    const [[row]] = await tx.query<[ProposalRow[], number]>(
      `UPDATE ledger_proposal SET state = $2, decided_by = $3, decider = $4, decided_at = $5, decision_reason = $6
       WHERE id = $1 AND state = 'proposed' AND (proposed_by = $3) = $7 RETURNING *`,
      [id, state, userId, author.slice(0, MAX_AUTHOR_LENGTH), this.clock.now(), reason, mustBeAuthor],
    );
    if (row) return row;
    const [stored] = await tx.query<{ state: ProposalState }[]>('SELECT state FROM ledger_proposal WHERE id = $1', [id]);
    if (!stored) throw new Error(`There is no proposal ${id}`);
    if (stored.state !== 'proposed') throw new ProposalRejectedError('decided');
    throw new ProposalRejectedError(mustBeAuthor ? 'notOwn' : 'own');
  }
}

interface Decision {
  state: Exclude<ProposalState, 'proposed'>;
  reason: string | null;
}
