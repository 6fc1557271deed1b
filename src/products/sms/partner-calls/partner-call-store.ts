import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { distinctOf } from '../../../runtime/database/distinct-of.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import type { ClaimResult } from '../../../platform/outbound/dispatch/endpoint-dispatcher.js';

/** A call to a partner's program about a message. */
export interface PartnerCall {
  transactionId: string;
  serviceId: string;
  url: string;
  /** Number of calls made before this one. */
  attempts: number;
  text: string;
  from: string;
  sendNumber: number;
  sentAt: Date;
}

/** Length of a lease, in which no other worker claims the call. It is longer than a call can last. */
const LEASE_MS = 60_000;

const INSERT_CALL = {
  name: 'sms_partner_call_open',
  text: `INSERT INTO sms_partner_call (transaction_id, state, next_attempt_at) VALUES ($1, 'waiting', $2)`,
};
const READ_CALLS = {
  name: 'sms_partner_call_read',
  text: `SELECT c.transaction_id AS "transactionId", t.service_id AS "serviceId", s.api_url AS url, c.attempts, i.text, t.from_number AS "from",
                t.send_number AS "sendNumber", t.sent_at AS "sentAt"
         FROM sms_partner_call c JOIN sms_transaction t ON t.id = c.transaction_id JOIN sms_inbound i ON i.message_id = t.message_id
           JOIN sms_service s ON s.service_id = t.service_id
         WHERE c.transaction_id = ANY ($1::bigint[]) AND s.api_url IS NOT NULL ORDER BY c.transaction_id`,
};
const CLAIM_DUE_CALLS = {
  name: 'sms_partner_call_claim',
  text: `UPDATE sms_partner_call SET next_attempt_at = $2 WHERE transaction_id IN (
           SELECT transaction_id FROM sms_partner_call WHERE service_id = $4 AND next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $3
           FOR NO KEY UPDATE SKIP LOCKED)
         RETURNING transaction_id AS "transactionId"`,
};
const DUE_SERVICES = {
  name: 'sms_partner_call_due_services',
  text: `WITH RECURSIVE ${distinctOf('due', { table: 'sms_partner_call', key: ['service_id'], where: 'next_attempt_at IS NOT NULL' })}
         SELECT d.service_id AS "serviceId" FROM due d WHERE EXISTS (
           SELECT FROM sms_partner_call c WHERE c.service_id = d.service_id AND c.next_attempt_at <= $1)`,
};
const RECORD_RESULT = {
  name: 'sms_partner_call_record',
  text: `UPDATE sms_partner_call SET state = $2, next_attempt_at = $3, last_problem = $4, last_attempt_at = $5, attempts = attempts + 1
         WHERE transaction_id = $1 AND state = 'waiting'`,
};

/**
 * The result of a call.
 * - `answered`: the partner's program returned a usable text.
 * - `waiting`: the call failed and is repeated.
 * - `exhausted`: the call failed, and the retry schedule has ended.
 * - `stopped`: the partner's program responded with 410, so the call is not repeated.
 */
export interface CallResult {
  state: 'answered' | 'waiting' | 'exhausted' | 'stopped';
  /** Set exactly while the state is `waiting`. */
  nextAttemptAt: Date | null;
  problem: string | null;
}

/** Stores partner calls. Their schedule is in the database, so that no call is lost when a process is killed. */
@Injectable()
export class PartnerCallStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /**
   * Stores a call with a lease for this process, which makes the call after the commit. If this process is killed, a worker makes the call.
   */
  async open(tx: EntityManager, transactionId: string): Promise<void> {
    await runNamed(tx, INSERT_CALL, [transactionId, this.leaseEnd()]);
  }

  /** @returns null when the transaction has no call, or the service no URL. */
  async find(transactionId: string): Promise<PartnerCall | null> {
    return (await runNamed<PartnerCall & object>(this.dataSource, READ_CALLS, [[transactionId]]))[0] ?? null;
  }

  /** @returns ids of the services with due calls. */
  async dueServices(): Promise<string[]> {
    return (await runNamed<{ serviceId: string }>(this.dataSource, DUE_SERVICES, [this.clock.now()])).map(({ serviceId }) => serviceId);
  }

  /** Claims due calls of a service for the length of a lease. */
  async claimDue(serviceId: string, maxCount: number): Promise<ClaimResult<PartnerCall>> {
    const claimed = await runNamed<{ transactionId: string }>(this.dataSource, CLAIM_DUE_CALLS, [
      this.clock.now(),
      this.leaseEnd(),
      maxCount,
      serviceId,
    ]);
    const ids = claimed.map(({ transactionId }) => transactionId);
    const calls = ids.length === 0 ? [] : await runNamed<PartnerCall & object>(this.dataSource, READ_CALLS, [ids]);
    return { items: calls, drained: ids.length < maxCount };
  }

  async record(transactionId: string, { state, nextAttemptAt, problem }: CallResult): Promise<void> {
    await runNamed(this.dataSource, RECORD_RESULT, [transactionId, state, nextAttemptAt, problem, this.clock.now()]);
  }

  private leaseEnd(): Date {
    return new Date(this.clock.now().getTime() + LEASE_MS);
  }
}
