import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Counters of the rows of each list, so that totals and deep pages need no counting. */
export class Listing1820000000005 extends SchemaPart {
  readonly name = 'Listing1820000000005';

  protected statements(): string[] {
    return [CHANGES, COUNTERS];
  }
}

// Changes of the counters, written by transactions. slot: the connection's backend process, so that no two transactions update the same row. The
// count of one slot may be negative, the sum over a minute's slots is not. `count` is in no index, so that updates stay within their page, which
// has room for them.
const CHANGES = `
  CREATE TABLE listing_change (
    list text NOT NULL,
    status text NOT NULL,
    minute timestamptz NOT NULL,
    slot integer NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (list, status, minute, slot)
  ) WITH (fillfactor = 50);`;

// The counters after compaction. level 0: the whole list (bucket 1970-01-01), 1: a day, 2: an hour, 3: a minute (UTC).
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
