import { Column } from 'typeorm';

/** The columns of all objects that a payment has at an acquirer: attempts, refunds, aliases and subscriptions. */
export abstract class AcquirerObject {
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

  /** Business time of the next call to the acquirer; null: no call is due. */
  @Column('timestamptz', { nullable: true })
  nextPollAt: Date | null;

  /** Number of calls since the schedule of polls started or restarted. */
  @Column('integer')
  pollCount: number;

  @Column('timestamptz')
  updatedAt: Date;
}

/** Polling ends. A later hint or conflict may start it again, and then the earlier polls must not count. */
export const NO_POLLS = { nextPollAt: null, pollCount: 0 } satisfies Partial<AcquirerObject>;
