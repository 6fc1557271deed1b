import { Column } from 'typeorm';
import type { Money } from '../../../connectors/acquirers/port/money.js';
import { RemoteOperationRow } from '../../../platform/remote-operations/remote-operation.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';

/** The columns of all objects that a payment has at an acquirer: attempts, refunds, aliases and subscriptions. */
export abstract class AcquirerObject extends RemoteOperationRow {
  @Column('uuid')
  transactionId: string;

  @Column('text')
  serviceId: string;

  /** Name of the account at the acquirer. */
  @Column('text')
  connector: string;

  /** Whether the account is simulated, so that its money is test money. */
  @Column('boolean')
  test: boolean;

  /** The acquirer's reference of the object; null while the acquirer has given none. */
  @Column('text', { nullable: true })
  providerRef: string | null;

  /** The acquirer's own code for the outcome, for staff. */
  @Column('text', { nullable: true })
  rawCode: string | null;
}

/** An object at an acquirer that moves money, so that a status update may conflict with what is booked. */
export abstract class MoneyAtAcquirer<Conflict extends string> extends AcquirerObject {
  @Column('text', { nullable: true })
  conflict: Conflict | null;

  @Column('timestamptz', { nullable: true })
  conflictAt: Date | null;

  /** The amount in the conflicting status update; null when it had none. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  conflictMinor: number | null;

  @Column('text', { nullable: true })
  conflictCurrency: string | null;
}

export const NO_CONFLICT = { conflict: null, conflictAt: null, conflictMinor: null, conflictCurrency: null };

/**
 * The columns of a conflict that follows others. A conflict about the amount stays, unless the latest poll has an amount, because only that
 * resolves it.
 * @param amountConflict name of the conflict about the amount.
 */
export function laterConflictOf<Conflict extends string>(
  { conflict: stored }: MoneyAtAcquirer<Conflict>,
  amountConflict: Conflict,
  { conflict, money, isLatest, at }: { conflict: Conflict; money: Money | null; isLatest: boolean; at: Date },
) {
  const isAmountOpen = stored === amountConflict && conflict !== amountConflict && !(isLatest && money);
  return isAmountOpen ? { conflictAt: at } : conflictOf(conflict, money, at);
}

/** The columns of a new conflict. @param money the amount in the conflicting status update; null when it had none. */
export function conflictOf<Conflict extends string>(conflict: Conflict, money: Money | null, at: Date) {
  return { conflict, conflictAt: at, conflictMinor: money?.amountMinor ?? null, conflictCurrency: money?.currency ?? null };
}
