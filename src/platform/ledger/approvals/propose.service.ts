import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { withoutStatementTimeout } from '../../../runtime/database/without-statement-timeout.js';
import { recordChange } from '../../audit/audited.js';
import { contentId } from '../manual/content-id.js';
import { payableMinor, PayoutTooHighError, ReferenceTakenError } from '../manual/manual-entry-rejected.js';
import { WalletQuery } from '../wallet.query.js';
import { ProposalExecutor } from './proposal-executor.js';
import { type StaffMember, proposedColumns, type Proposed, proposalOf, type ProposalRow } from './proposal.js';

export interface CreatedProposal {
  id: string;
  /** Whether it is already entered, because its amount is within the limit for one person. */
  isEntered: boolean;
}

const GROSZ_PER_ZLOTY = 100;
/**
 * Money that a person moved alone counts towards the limit for this time. Otherwise staff could avoid the second person by splitting a sum.
 */
const LIMIT_PERIOD_MS = 24 * 60 * 60_000;
/** Maximum length of the column `author`. A longer name is cut, because `proposed_by` identifies the person. */
const MAX_AUTHOR_LENGTH = 120;
/** The table of the entry that a proposal becomes. */
const TABLE_OF = { payout: 'payout', adjust: 'ledger_adjustment', settle: 'settlement' } as const satisfies Record<
  Proposed['kind'],
  string
>;

/** Staff propose to move money. Up to the limit the proposal is entered immediately. Above the limit a second person must approve it. */
@Injectable()
export class ProposeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly wallets: WalletQuery,
    private readonly proposalExecutor: ProposalExecutor,
    private readonly environment: Environment,
  ) {}

  /**
   * Repeating a proposal by the same person does nothing, unless the first one was refused or withdrawn.
   * @throws PayoutTooHighError when less can be paid out at present.
   * @throws ReferenceTakenError when the reference is used for something else.
   * @throws TotalsChangedError, PeriodNotOverError, or ProposalRejectedError for a settlement without entries.
   * @throws the errors of `ProposalExecutor` when the proposal is entered immediately.
   */
  run(proposer: StaffMember, proposed: Proposed): Promise<CreatedProposal> {
    const work = (tx: EntityManager): Promise<CreatedProposal> => this.proposeInTransaction(tx, proposer, proposed);
    return proposed.kind === 'settle' ? withoutStatementTimeout(this.dataSource, work) : this.dataSource.transaction(work);
  }

  private async proposeInTransaction(tx: EntityManager, proposer: StaffMember, proposed: Proposed): Promise<CreatedProposal> {
    // Proposals of one person run one after the other. Concurrent proposals would not count each other towards the limit.
    await tx.query("SELECT pg_advisory_xact_lock(hashtext('ledger_proposal'), hashtext($1))", [proposer.userId]);
    const activeProposal = await findActiveProposal(tx, proposer, proposed);
    if (activeProposal) return activeProposal;
    await this.rejectInvalid(tx, proposed);
    const now = this.clock.now();
    const limitMinor = this.environment.panel.fourEyesAbove * GROSZ_PER_ZLOTY;
    const worthMinor = worthInGrosz(proposed);
    // A settlement may sum to zero and still move money between accounts, so a limit of zero is checked separately.
    const mayActAlone = limitMinor > 0 && worthMinor !== null;
    const isEntered = mayActAlone && worthMinor + (await sumMovedAlone(tx, proposer, now)) <= limitMinor;
    const author = proposer.author.slice(0, MAX_AUTHOR_LENGTH);
    const content = {
      ...proposedColumns(proposed),
      worth_minor: worthMinor,
      limit_minor: limitMinor,
      proposed_by: proposer.userId,
      author,
      proposed_at: now,
    };
    const decision = isEntered
      ? { state: 'approved', decided_by: proposer.userId, decider: author, decided_at: now }
      : { state: 'proposed' };
    const { reference } = proposed;
    const row = { id: contentId('ledger_proposal', reference, content), reference, ...content, ...decision };
    const [createdProposal] = await tx.query<ProposalRow[]>(
      `INSERT INTO ledger_proposal (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
        .map((_, index) => `$${index + 1}`)
        .join(', ')}) ON CONFLICT DO NOTHING RETURNING *`,
      Object.values(row),
    );
    if (!createdProposal) throw new ReferenceTakenError(reference, 'a proposal');
    if (isEntered) await this.proposalExecutor.run(tx, proposalOf(createdProposal));
    else await recordChange(tx, { action: 'money.propose', subject: 'proposal', id: row.id, after: { reference, ...content } });
    return { id: row.id, isEntered };
  }

  /**
   * Rejects a proposal whose approval would fail because of a used reference, the period or sums of a settlement, or a too high payout. A
   * blocked partner, or a wallet that is too low for an adjustment, is found only when the proposal is entered.
   */
  private async rejectInvalid(tx: EntityManager, proposed: Proposed): Promise<void> {
    const { kind, reference, test } = proposed;
    const entered = await tx.query<unknown[]>(`SELECT FROM ${TABLE_OF[kind]} WHERE reference = $1`, [reference]);
    if (entered.length > 0) throw new ReferenceTakenError(reference, 'an earlier entry');
    if (kind === 'settle') await this.proposalExecutor.rejectIfSumsChanged(tx, proposed);
    if (kind !== 'payout') return;
    const wallet = await this.wallets.readBalance(proposed.partnerId, { currency: proposed.currency, test, tx });
    if (proposed.amountMinor > payableMinor(wallet)) throw new PayoutTooHighError(wallet);
  }
}

/** @returns the same proposal by the same person if it is undecided or approved. @throws ReferenceTakenError for another proposal. */
async function findActiveProposal(tx: EntityManager, { userId }: StaffMember, proposed: Proposed): Promise<CreatedProposal | null> {
  const { kind, ...otherColumns } = proposedColumns(proposed);
  const sameContent = Object.keys(otherColumns).map((column, index) => `${column} IS NOT DISTINCT FROM $${index + 4}`);
  const [activeProposal] = await tx.query<{ id: string; isEntered: boolean; same: boolean }[]>(
    `SELECT id, state = 'approved' AS "isEntered", proposed_by = $3 AND ${sameContent.join(' AND ')} AS same FROM ledger_proposal
     WHERE kind = $1 AND reference = $2 AND state IN ('proposed', 'approved')`,
    [kind, proposed.reference, userId, ...Object.values(otherColumns)],
  );
  if (!activeProposal) return null;
  if (!activeProposal.same) throw new ReferenceTakenError(proposed.reference, 'a proposal');
  return { id: activeProposal.id, isEntered: activeProposal.isEntered };
}

/** The worth in grosz. Null for other currencies: these always need a second person, however small the sum. */
function worthInGrosz(proposed: Proposed): number | null {
  if (proposed.kind !== 'settle') return proposed.currency === 'PLN' ? proposed.amountMinor : null;
  const worthPerCurrency = proposed.sums.map(({ currency, clearedMinor, availableMinor }) =>
    currency === 'PLN' ? Math.max(Math.abs(clearedMinor), Math.abs(availableMinor)) : null,
  );
  return worthPerCurrency.reduce((sum, worth) => (sum === null || worth === null ? null : sum + worth), 0);
}

/** Grosz that the person moved alone within the last `LIMIT_PERIOD_MS`. */
async function sumMovedAlone(tx: EntityManager, { userId }: StaffMember, now: Date): Promise<number> {
  const [row] = await tx.query<{ minor: string }[]>(
    `SELECT coalesce(sum(worth_minor), 0)::text AS minor FROM ledger_proposal
     WHERE proposed_by = $1 AND proposed_at > $2 AND decided_by = $1 AND state = 'approved'`,
    [userId, new Date(now.getTime() - LIMIT_PERIOD_MS)],
  );
  return Number(row?.minor ?? 0);
}
