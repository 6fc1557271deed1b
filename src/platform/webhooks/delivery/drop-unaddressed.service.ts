import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';

const BATCH = 200;

const LANES = `
  SELECT s.subject_id FROM webhook_delivery d JOIN webhook_subject s ON s.subject_id = d.subject_id
  WHERE d.service_id = $1 AND d.next_attempt_at <= $2 ORDER BY d.next_attempt_at LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED`;

const DROP = `
  WITH dropped AS (
    UPDATE webhook_delivery SET status = 'unaddressed', next_attempt_at = NULL, lease_until = NULL
    WHERE subject_id = ANY($1) AND status = 'pending' RETURNING subject_id
  )
  UPDATE webhook_subject s SET unfinished_count = s.unfinished_count - d.count
  FROM (SELECT subject_id, count(*) AS count FROM dropped GROUP BY subject_id) d WHERE s.subject_id = d.subject_id`;

/** Without an address nothing is sent and nothing counted: what is due is put aside as unaddressed and can be resent by hand later. */
@Injectable()
export class DropUnaddressedService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** @returns whether there was anything due. */
  run(serviceId: string): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const lanes = await tx.query<{ subject_id: string }[]>(LANES, [serviceId, this.clock.now()]);
      if (lanes.length === 0) return false;
      await tx.query(DROP, [lanes.map((lane) => lane.subject_id)]);
      return true;
    });
  }
}
