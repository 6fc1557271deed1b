import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderData } from '../../../connectors/acquirers/port/attempt.js';
import { AcquirerObject } from '../acquirers/acquirer-object.js';
import type { AliasStatus } from './states.js';

/**
 * A PAYID belongs to a subscription and has a value that is unique in the whole system. A UID pays without a code; an app has one UID per
 * value.
 */
export const ALIAS_TYPES = ['PAYID', 'UID'] as const;
export type AliasType = (typeof ALIAS_TYPES)[number];

/**
 * Who or what ended an alias.
 * - `partner`: the partner unregistered the alias
 * - `channel`: the payer in the bank's app, the bank or the BLIK scheme, as the acquirer reported
 * - `payment`: the code that should register the alias was declined, or the mandate of the PAYID failed
 * - `successor`: the same value was registered in the same app again
 * - `time`: the end date passed, or the acquirer reported no outcome in time
 * - `gateway`: the gateway, staff, or the payer on a page of the gateway ended the subscription of the PAYID
 */
export type AliasClosedBy = 'partner' | 'channel' | 'payment' | 'successor' | 'time' | 'gateway';

/** The BLIK identifier of a payer in a bank's app. */
@Entity('payment_alias')
export class PaymentAlias extends AcquirerObject {
  /** The id is also the alias's reference at the acquirer. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  type: AliasType;

  @Column('text')
  value: string;

  /** The alias's value at the acquirer, see `wire-value.ts`. After erasure, the same as the erased `value`. */
  @Column('text')
  wireValue: string;

  /** Shown in the payer's app. */
  @Column('text')
  label: string;

  /** The acquirer's key of the app in which the alias is registered. null for a PAYID, and while the app is not known. */
  @Column('text', { nullable: true })
  blikKey: string | null;

  /** Keys of apps that were disclosed to the partner for this alias, latest first. The partner may choose among them. */
  @Column('text', { array: true })
  disclosedApps: string[];

  @Column('text')
  status: AliasStatus;

  /** Data that the connector needs for its next calls. */
  @Column('jsonb', { nullable: true })
  data: ProviderData | null;

  @Column('text', { nullable: true })
  closedBy: AliasClosedBy | null;

  /** Why the alias ended: the partner's text, or the acquirer's decline reason. */
  @Column('text', { nullable: true })
  reason: string | null;

  /** When the alias became active. Kept when the alias ends. */
  @Column('timestamptz', { nullable: true })
  activatedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** Trace span of the request that created the alias. null when tracing was off. */
  @Column('text', { nullable: true })
  traceParent: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
