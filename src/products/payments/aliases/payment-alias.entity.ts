import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderData } from '../../../connectors/acquirers/port/attempt.js';
import { HeldAtAcquirer } from '../acquirers/held-at-acquirer.js';
import type { AliasStatus } from './alias-transitions.js';

/** PAYID: of a subscription, unique in the whole system. UID: for payments without a code, known once to each app. */
export const ALIAS_TYPES = ['PAYID', 'UID'] as const;
export type AliasType = (typeof ALIAS_TYPES)[number];

/**
 * Who ended an alias. `channel`: the payer in the bank's app, the bank or the scheme; `payment`: the code that was to register it was refused;
 * `successor`: the same value was registered in the same app again; `gateway`: its subscription is finished, or staff ended it.
 */
export type AliasClosedBy = 'partner' | 'channel' | 'payment' | 'successor' | 'time' | 'gateway';

/** A name by which the app of a bank knows a payer. */
@Entity('payment_alias')
export class PaymentAlias extends HeldAtAcquirer {
  /** Also its reference at the channel. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  type: AliasType;

  @Column('text')
  value: string;

  /** Its value at outside parties, see `wire-value.ts`; for aliases registered before that rule it is the value itself. */
  @Column('text')
  wireValue: string;

  /** Shown in the payer's app. */
  @Column('text')
  label: string;

  /** The channel's key of the app that knows it; null for a PAYID and while none is known. */
  @Column('text', { nullable: true })
  blikKey: string | null;

  /** Keys of apps that the partner was shown for this alias, the latest first; the partner may choose one of these. */
  @Column('text', { array: true })
  toldApps: string[];

  @Column('text')
  status: AliasStatus;

  /** What its connector wants back. */
  @Column('jsonb', { nullable: true })
  data: ProviderData | null;

  @Column('text', { nullable: true })
  closedBy: AliasClosedBy | null;

  /** Why it ended: the partner's own words, or a reason of the channel's. */
  @Column('text', { nullable: true })
  reason: string | null;

  /** Kept after its end. */
  @Column('timestamptz', { nullable: true })
  activatedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** Span of the request that made it; null where nothing was traced. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
