import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many rows each list has: in all, per day and per hour (UTC), so that totals and deep pages need no counting. */
export class Listing1790000000004 implements MigrationInterface {
  readonly name = 'Listing1790000000004';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(COUNTERS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE listing_counter');
  }
}

// level 0: the whole list (bucket 1970-01-01), 1: a day, 2: an hour.
// slot -1 holds what was folded together from past days, 0 and up are what transactions add to; a slot may be below zero, their sum is not.
// Only counts change, and they are in no index: the updates stay within their page, which therefore keeps room.
const COUNTERS = `
  CREATE TABLE listing_counter (
    list text NOT NULL,
    level smallint NOT NULL,
    status text NOT NULL,
    bucket timestamptz NOT NULL,
    slot smallint NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (list, level, status, bucket, slot),
    CONSTRAINT listing_counter_level_known CHECK (level BETWEEN 0 AND 2),
    CONSTRAINT listing_counter_slot_known CHECK (slot >= -1)
  ) WITH (fillfactor = 60);
  CREATE INDEX listing_counter_unfolded ON listing_counter (bucket) WHERE level > 0 AND slot >= 0;`;
