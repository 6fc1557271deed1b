import type { DataSource } from 'typeorm';
import type { SystemClock } from '../../common/time/clocks.js';
import { BUSINESS_NOW, isNext, type CallbackTable } from './callback-table.js';

/** Finds with one statement when the next callback of any simulated provider is due. */
export class DueCallbacksQuery {
  private readonly text: string;

  /** @param aheadMs how far the query looks ahead */
  constructor(
    private readonly dataSource: DataSource,
    private readonly system: SystemClock,
    tables: readonly CallbackTable[],
    aheadMs: number,
  ) {
    const nextOfEachTable = tables.map(
      (table) => `
        SELECT min(greatest(r.due_at - (${BUSINESS_NOW} - $1), r.next_attempt_at)) AS at FROM ${table.name} r
        WHERE r.due_at <= ${BUSINESS_NOW} + interval '${aheadMs} milliseconds' AND ${isNext(table)}`,
    );
    this.text = `SELECT ceil(extract(epoch FROM min(at) - $1) * 1000)::integer AS "inMs" FROM (${nextOfEachTable.join(' UNION ALL ')}) of_provider`;
  }

  /** Milliseconds until the next callback is due. Zero or less means now, null means not within `aheadMs`. */
  async inMs(): Promise<number | null> {
    const [row] = await this.dataSource.query<{ inMs: number | null }[]>(this.text, [this.system.now()]);
    return row?.inMs ?? null;
  }
}
