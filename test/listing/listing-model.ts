import fc from 'fast-check';
import type { ListingChange } from '../../src/platform/listing/listing-counters.js';

export const STATUSES = ['new', 'confirmed', 'payed'] as const;
const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 2, 27);

export interface Row {
  createdAt: Date;
  status: string;
}

/** What happens to a list, in order. `pick` chooses among the rows there are. */
export type Step =
  { kind: 'insert'; createdAt: Date; status: string } | { kind: 'change'; pick: number; status: string } | { kind: 'delete'; pick: number };

/** Moments over four days, so that hours and days repeat; Europe's clocks change within them. */
const moment = fc.integer({ min: 0, max: 4 * 24 * 6 - 1 }).map((tenMinutes) => new Date(START + tenMinutes * 600_000));
const status = fc.constantFrom(...STATUSES);

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('insert' as const), createdAt: moment, status }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), pick: fc.nat(), status }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick: fc.nat() }) },
  ),
  { maxLength: 60 },
);

/** Does the step to the rows and answers what the counters have to be told. */
export function apply(rows: Row[], step: Step, list: string): ListingChange[] {
  if (step.kind === 'insert') {
    rows.push({ createdAt: step.createdAt, status: step.status });
    return [{ list, status: step.status, createdAt: step.createdAt, by: 1 }];
  }
  const index = rows.length ? step.pick % rows.length : -1;
  const row = rows[index];
  if (!row) return [];
  const left: ListingChange = { list, status: row.status, createdAt: row.createdAt, by: -1 };
  if (step.kind === 'delete') {
    rows.splice(index, 1);
    return [left];
  }
  row.status = step.status;
  return [left, { list, status: step.status, createdAt: row.createdAt, by: 1 }];
}

/** The rows as the list shows them. */
export function sorted(rows: readonly Row[], newestFirst: boolean, only?: string): Row[] {
  const order = newestFirst ? -1 : 1;
  return rows.filter((row) => !only || row.status === only).sort((a, b) => order * (a.createdAt.getTime() - b.createdAt.getTime()));
}

/** Where a list that is walked row by row finds the row at the offset. */
export function walkTo(rows: readonly Row[], offset: number): { hour: Date; skip: number } | null {
  const row = rows[offset];
  if (!row) return null;
  const hour = (of: Row): number => Math.floor(of.createdAt.getTime() / HOUR_MS);
  return { hour: new Date(hour(row) * HOUR_MS), skip: offset - rows.findIndex((other) => hour(other) === hour(row)) };
}
