import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderData } from '../../../connectors/channels/port/attempt.js';
import type { AliasStatus } from './alias-transitions.js';

/** PAYID: of a subscription, unique in the whole system. UID: for payments without a code, known once to each app. */
export const ALIAS_TYPES = ['PAYID', 'UID'] as const;
export type AliasType = (typeof ALIAS_TYPES)[number];

/**
 * Who ended an alias: `channel` is the payer in the bank's app, the bank or the scheme; `payment`: the code that was to register it was refused;
 * `successor`: the same value was registered in the same app again; `gateway`: its subscription is
 * finished, or whoever runs the gateway ended it.
 */
export type AliasEndedBy = 'partner' | 'channel' | 'payment' | 'successor' | 'time' | 'gateway';

/** A name by which the app of a bank knows a payer. */
@Entity('payment_alias')
export class PaymentAlias {
  /** Also its name at the channel. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  serviceId: string;

  @Column('text')
  type: AliasType;

  @Column('text')
  value: string;

  /** What outside parties know it by, see `wire-value.ts`; of an alias that was registered before it is the value itself. */
  @Column('text')
  wireValue: string;

  /** Shown in the payer's app. */
  @Column('text')
  label: string;

  /** The app that knows it, by the channel's key of it; of a PAYID and while none is known it is null. */
  @Column('text', { nullable: true })
  blikKey: string | null;

  /** Keys of apps that the channel named to the service for this alias, the latest first; a partner may name one of these in turn. */
  @Column('text', { array: true })
  toldApps: string[];

  @Column('text')
  status: AliasStatus;

  /** Name of the account at the acquirer. */
  @Column('text')
  connector: string;

  @Column('boolean')
  test: boolean;

  /** The payment that it was registered with. */
  @Column('uuid')
  transactionId: string;

  /** The acquirer's name of it, and what else its connector wants back. */
  @Column('text', { nullable: true })
  providerRef: string | null;

  @Column('jsonb', { nullable: true })
  data: ProviderData | null;

  /** When the acquirer is asked about it next, or told that it is over, in business time. Never of a PAYID. */
  @Column('timestamptz', { nullable: true })
  askAt: Date | null;

  @Column('integer')
  askCount: number;

  @Column('text', { nullable: true })
  endedBy: AliasEndedBy | null;

  /** Why it ended: the partner's own words, or a reason of the channel's. */
  @Column('text', { nullable: true })
  reason: string | null;

  @Column('text', { nullable: true })
  rawCode: string | null;

  /** Stays when it ends. */
  @Column('timestamptz', { nullable: true })
  activatedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** Span of the request that made it; null where nothing was traced. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
