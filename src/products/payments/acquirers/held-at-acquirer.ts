import { Column } from 'typeorm';

/** The columns of everything that a payment has at an acquirer: attempts, refunds, aliases and subscriptions. */
export abstract class HeldAtAcquirer {
  @Column('uuid')
  transactionId: string;

  @Column('text')
  serviceId: string;

  /** Name of the account at the acquirer. */
  @Column('text')
  connector: string;

  /** No real money is taken there. */
  @Column('boolean')
  test: boolean;

  /** The acquirer's name of it. */
  @Column('text', { nullable: true })
  providerRef: string | null;

  /** The acquirer's own code for the outcome, for staff. */
  @Column('text', { nullable: true })
  rawCode: string | null;

  /** When the acquirer is called about it next, in business time. */
  @Column('timestamptz', { nullable: true })
  nextPollAt: Date | null;

  @Column('integer')
  pollCount: number;

  @Column('timestamptz')
  updatedAt: Date;
}
