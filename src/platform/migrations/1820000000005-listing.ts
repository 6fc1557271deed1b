import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** How many rows each list has, so that totals and deep pages need no counting. */
export class Listing1820000000005 extends SchemaPart {
  readonly name = 'Listing1820000000005';

  protected statements(): string[] {
    return [CHANGES, COUNTERS];
  }
}

// What transactions write. slot: the connection's process, so that no two transactions ever write the same row. Counts may be below zero, the sums of a minute are not.
// Only counts change, and they are in no index: the updates stay within their page, which therefore keeps room.
const CHANGES = `
  CREATE TABLE listing_change (
    list text NOT NULL,
    status text NOT NULL,
    minute timestamptz NOT NULL,
    slot integer NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (list, status, minute, slot)
  ) WITH (fillfactor = 50);`;

// What folding those together writes. level 0: the whole list (bucket 1970-01-01), 1: a day, 2: an hour, 3: a minute (UTC).
const COUNTERS = `
  CREATE TABLE listing_counter (
    list text NOT NULL,
    level smallint NOT NULL,
    status text NOT NULL,
    bucket timestamptz NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (list, level, status, bucket),
    CONSTRAINT listing_counter_level_known CHECK (level BETWEEN 0 AND 3)
  ) WITH (fillfactor = 80);`;
