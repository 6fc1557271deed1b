import { once } from 'node:events';
import type { Response } from 'express';
import { csv } from '../../../common/csv.js';

const BATCH_SIZE = 500;
type CsvRow = readonly (string | number | null)[];

/**
 * Streams any number of rows as CSV and holds at most 500 of them in memory. Cells that a spreadsheet would run as a formula are escaped,
 * because payers and partners wrote some of the texts.
 */
export async function sendCsv(response: Response, file: string, heading: readonly string[], rows: AsyncIterable<CsvRow>): Promise<void> {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${file}"`);
  let batch: CsvRow[] = [heading];
  const flush = async (): Promise<void> => {
    const text = csv(batch);
    batch = [];
    if (!response.write(text)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  };
  for await (const row of rows) {
    if (response.destroyed) return; // the browser closed the connection, so the other rows are not read
    batch.push(row);
    if (batch.length >= BATCH_SIZE) await flush();
  }
  await flush();
  response.end();
}
