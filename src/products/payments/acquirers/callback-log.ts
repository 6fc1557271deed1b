import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isWellFormed } from '../../../common/validation/well-formed.js';
import type { AcquirerEvent } from '../../../connectors/acquirers/port/callback.js';
import type { AttemptEffect } from './attempt-effect.js';
import { isValidMoney, MAX_REFERENCE_BYTES, moneyOf } from './unusable-event.js';

/** What a callback is about, as far as it is known. */
export interface CallbackSubject {
  attemptReference: string | null;
  refundId?: string;
  aliasId?: string;
  subscriptionId?: string;
}

/** A callback for an account at an acquirer. */
export interface ReceivedCallback {
  account: string;
  event: AcquirerEvent;
}

/** The effect of a status update, and what it is about. */
export interface AppliedOutcome extends CallbackSubject {
  effect: AttemptEffect;
}

/** Two callbacks have the same content if these columns are equal. */
const CONTENT_COLUMNS = [
  'kind',
  'attempt_reference',
  'refund_id',
  'alias_id',
  'subscription_id',
  'provider_ref',
  'outcome',
  'amount_minor',
  'currency',
];
const ALL_COLUMNS = ['connector', 'event_id', ...CONTENT_COLUMNS, 'effect', 'problem', 'event_name', 'received_at'];

const INSERT = `INSERT INTO payment_callback (${ALL_COLUMNS.join(', ')}) VALUES (${ALL_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
  ON CONFLICT (connector, event_id) DO NOTHING RETURNING event_id`;

const FIND_STORED = `SELECT FROM payment_callback WHERE connector = $1 AND event_id = $2 AND
  ${CONTENT_COLUMNS.map((column, index) => `${column} IS NOT DISTINCT FROM $${index + 3}`).join(' AND ')}`;

/** Stores acquirers' callbacks and their effects, for support. Each content is stored once, even if several contents have the same event id. */
@Injectable()
export class CallbackLog {
  constructor(private readonly clock: BusinessClock) {}

  /** @param executor the transaction that applied the callback, or the connection pool for an unmatched callback. */
  async record(executor: EntityManager, { account, event }: ReceivedCallback, applied: AppliedOutcome): Promise<void> {
    const [eventId, content] = [boundedProviderRef(event.eventId), contentOf(event, applied)];
    const effectAndProblem = [applied.effect, null];
    if (await this.insert(executor, [account, eventId, ...content, ...effectAndProblem, null])) return;
    const stored = await executor.query<unknown[]>(FIND_STORED, [account, eventId, ...content]);
    // Another content has this event id already, so this content is stored under a digest.
    if (stored.length === 0)
      await this.insert(executor, [account, digestOf([eventId, ...content]), ...content, ...effectAndProblem, eventId]);
  }

  /** Stores a callback that cannot be applied. @returns false when the callback is stored already. */
  recordUnusable(
    executor: EntityManager,
    account: string,
    event: AcquirerEvent,
    problem: string,
    subject: CallbackSubject,
  ): Promise<boolean> {
    const eventName = isWellFormed(event.eventId) ? boundedProviderRef(event.eventId) : null;
    const content = contentOf(event, subject);
    return this.insert(executor, [account, digestOf([event, problem]), ...content, 'for_staff', problem, eventName]);
  }

  private async insert(executor: EntityManager, values: unknown[]): Promise<boolean> {
    return (await executor.query<unknown[]>(INSERT, [...values, this.clock.now()])).length > 0;
  }
}

/** The values of `CONTENT_COLUMNS`. A value that the database would refuse becomes null. */
function contentOf(event: AcquirerEvent, subject: CallbackSubject): unknown[] {
  const money = moneyOf(event);
  const storableMoney = money && isValidMoney(money) ? money : null;
  return [
    event.kind,
    subject.attemptReference,
    subject.refundId ?? null,
    subject.aliasId ?? null,
    subject.subscriptionId ?? null,
    event.providerRef !== null && isWellFormed(event.providerRef) ? boundedProviderRef(event.providerRef) : null,
    event.kind === 'chargeback' ? 'chargeback' : event.result.outcome,
    storableMoney?.amountMinor ?? null,
    storableMoney?.currency ?? null,
  ];
}

/** A reference or event id of an acquirer, or its digest when it is too long for the column. */
export function boundedProviderRef(reference: string): string {
  return Buffer.byteLength(reference) <= MAX_REFERENCE_BYTES ? reference : createHash('sha256').update(reference).digest('hex');
}

function digestOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
