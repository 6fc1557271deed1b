import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transactions write one small row of their own connection; the counters are written by folding those together only. */
export class ListingChange1790000000013 implements MigrationInterface {
  readonly name = 'ListingChange1790000000013';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CHANGES);
    await queryRunner.query(COUNTERS_WITHOUT_SLOTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(COUNTERS_WITH_SLOTS);
    await queryRunner.query('DROP TABLE listing_change');
  }
}

// slot: the connection's process, so that no two transactions ever write the same row. Counts may be below zero, the sums of a bucket are not.
// Only counts change, and they are in no index: the updates stay within their page, which therefore keeps room.
const CHANGES = `
  CREATE TABLE listing_change (
    list text NOT NULL,
    status text NOT NULL,
    hour timestamptz NOT NULL,
    slot integer NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (list, status, hour, slot)
  ) WITH (fillfactor = 50);`;

const COUNTERS_WITHOUT_SLOTS = `
  ALTER TABLE listing_counter RENAME TO listing_counter_with_slots;
  ALTER TABLE listing_counter_with_slots RENAME CONSTRAINT listing_counter_pkey TO listing_counter_with_slots_pkey;
  CREATE TABLE listing_counter (
    list text NOT NULL,
    level smallint NOT NULL,
    status text NOT NULL,
    bucket timestamptz NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (list, level, status, bucket),
    CONSTRAINT listing_counter_level_known CHECK (level BETWEEN 0 AND 2)
  ) WITH (fillfactor = 80);
  INSERT INTO listing_counter SELECT list, level, status, bucket, sum(count) FROM listing_counter_with_slots
    GROUP BY list, level, status, bucket HAVING sum(count) <> 0;
  DROP TABLE listing_counter_with_slots;`;

const COUNTERS_WITH_SLOTS = `
  ALTER TABLE listing_counter RENAME TO listing_counter_without_slots;
  ALTER TABLE listing_counter_without_slots RENAME CONSTRAINT listing_counter_pkey TO listing_counter_without_slots_pkey;
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
  CREATE INDEX listing_counter_unfolded ON listing_counter (bucket) WHERE level > 0 AND slot >= 0;
  INSERT INTO listing_counter
    SELECT list, level, status, bucket, -1, sum(count) FROM (
      SELECT list, level, status, bucket, count FROM listing_counter_without_slots
      UNION ALL
      SELECT list, level, status, CASE level WHEN 0 THEN timestamptz 'epoch' WHEN 1 THEN date_trunc('day', hour, 'UTC') ELSE hour END, count
      FROM listing_change CROSS JOIN generate_series(0, 2) AS level) AS every
    GROUP BY list, level, status, bucket HAVING sum(count) <> 0;
  DROP TABLE listing_counter_without_slots;`;
