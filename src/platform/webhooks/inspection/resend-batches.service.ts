import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { PeriodicTasks } from '../../../runtime/scheduling/periodic-tasks.js';
import { EndpointWaker } from '../wake-up/endpoint-waker.js';
import type { DeliveryStatus } from './delivery-view.js';
import { MISSED } from './resend-matching.service.js';
import { rescheduleDeliveries } from './reschedule.js';
import { type DeliverySearch, searchSql } from './search/delivery-search.js';

/** Small, because new events of the same subjects wait for the rows that a batch has locked. */
const BATCH_SIZE = 200;

interface OpenResend {
  id: string;
  partnerId: string | null;
  serviceIds: string[] | null;
  search: DeliverySearch;
  lastSequence: string;
  untilSequence: string;
}

const MISSED_STATUSES: readonly DeliveryStatus[] = ['pending', 'exhausted', 'stopped', 'unaddressed'];

const FIND_OPEN_RESEND = `
  SELECT id, partner_id AS "partnerId", service_ids AS "serviceIds", search, last_sequence AS "lastSequence", until_sequence AS "untilSequence"
  FROM webhook_resend WHERE finished_at IS NULL ORDER BY created_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;

/** Checked first, because most of the time no resend is open and no transaction is needed. */
const IS_ANY_OPEN = 'SELECT FROM webhook_resend WHERE finished_at IS NULL LIMIT 1';

const ADVANCE = `
  UPDATE webhook_resend SET done = done + $2, resent = resent + $3, last_sequence = $4, finished_at = CASE WHEN $5::boolean THEN $6::timestamptz END WHERE id = $1`;

/** Executes the resends that {@link ResendMatchingService} has stored, one batch per transaction. */
@Injectable()
export class ResendBatchesService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly waker: EndpointWaker,
    private readonly periodic: PeriodicTasks,
  ) {}

  onModuleInit(): void {
    this.periodic.register({ name: 'resend-webhooks', intervalMs: 1_000, batch: () => this.batch() });
  }

  /** @returns whether there may be more to resend. */
  async batch(): Promise<boolean> {
    if ((await this.dataSource.query<unknown[]>(IS_ANY_OPEN)).length === 0) return false;
    const serviceIds = await this.dataSource.transaction(async (tx) => {
      const [openResend] = await tx.query<OpenResend[]>(FIND_OPEN_RESEND);
      return openResend ? this.resendBatch(tx, openResend) : null;
    });
    for (const serviceId of serviceIds ?? []) this.waker.wake(serviceId);
    return serviceIds !== null;
  }

  /** @returns the services whose deliveries were resent. */
  private async resendBatch(
    tx: EntityManager,
    { id, partnerId, serviceIds, search, lastSequence, untilSequence }: OpenResend,
  ): Promise<Set<string>> {
    const { services, deliveries, values } = searchSql({ partnerId, serviceIds }, search);
    const [afterSql, untilSql] = [`$${values.push(lastSequence)}`, `$${values.push(untilSequence)}`];
    const rows = await tx.query<{ id: string; serviceId: string; sequence: string }[]>(
      `SELECT d.event_id AS id, d.service_id AS "serviceId", d.sequence
       FROM service s JOIN webhook_delivery d ON d.service_id = s.id JOIN webhook_event e ON e.id = d.event_id
       WHERE ${services} AND ${deliveries} AND ${MISSED} AND d.sequence > ${afterSql} AND d.sequence <= ${untilSql} ORDER BY d.sequence LIMIT ${BATCH_SIZE}`,
      values,
    );
    const ids = rows.map((row) => row.id);
    const outcomes =
      ids.length > 0
        ? await rescheduleDeliveries(tx, ids, this.clock.now(), { allowedStatuses: MISSED_STATUSES })
        : new Map<string, string>();
    const resent = rows.filter((row) => ['sending', 'waiting'].includes(outcomes.get(row.id) ?? ''));
    const newLastSequence = rows.at(-1)?.sequence ?? lastSequence;
    await tx.query(ADVANCE, [id, rows.length, resent.length, newLastSequence, rows.length < BATCH_SIZE, this.clock.now()]);
    return new Set(resent.map(({ serviceId }) => serviceId));
  }
}
