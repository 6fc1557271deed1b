import { Column, DataSource, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { CompactCountersService } from '../../../src/platform/listing/compact-counters.service.js';
import { choiceFilter } from '../../../src/platform/listing/lists/filters/choice-filter.js';
import { flagFilter } from '../../../src/platform/listing/lists/filters/flag-filter.js';
import { integerFilter } from './integer-filter.js';
import { momentFilter } from '../../../src/platform/listing/lists/filters/moment-filter.js';
import { textFilter } from '../../../src/platform/listing/lists/filters/text-filter.js';
import { defineList } from '../../../src/platform/listing/lists/list.js';
import { counters } from './count-changes.js';
import { drainBatches } from '../../support/drain-batches.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { createIdleTasks } from '../../support/idle-tasks.js';

export const STATUSES = ['new', 'confirmed', 'payed'] as const;
export type Status = (typeof STATUSES)[number];

/** The entity of the lists in these tests. */
@Entity('thing')
export class Item {
  @PrimaryColumn('bigint')
  id: string;

  @Column('text')
  shop: string;

  @Column('text')
  status: Status;

  @Column('text', { nullable: true })
  note: string | null;

  @Column('text')
  tag: string;

  @Column('integer')
  size: number;

  @Column('timestamptz', { nullable: true })
  doneAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;
}

const TABLE = `
  CREATE TABLE thing (id bigint PRIMARY KEY, shop text NOT NULL, status text NOT NULL, note text, tag text NOT NULL, size integer NOT NULL,
    done_at timestamptz, created_at timestamptz NOT NULL);
  CREATE INDEX thing_list ON thing (shop, created_at, id);
  CREATE INDEX thing_by_status ON thing (shop, status, created_at, id);
  CREATE INDEX thing_by_note ON thing (shop, note, created_at, id, status, tag, size) WHERE note IS NOT NULL;
  CREATE INDEX thing_by_tag ON thing (shop, tag, created_at, id, status, note, size) WHERE tag <> '';
  CREATE INDEX thing_by_done ON thing (shop, (done_at IS NOT NULL), created_at, id) INCLUDE (done_at);`;

/** A list with one filter of each kind. */
export const ITEM_LIST = defineList(Item, {
  name: 'things',
  scope: 'shop',
  columns: ['id', 'status', 'doneAt', 'createdAt'],
  countedBy: { filter: 'status', sql: 'status', statusOf: (status: Status) => status },
  filters: {
    status: choiceFilter('status', { label: 'status', values: STATUSES }),
    note: textFilter('note', { label: 'note', max: 20 }),
    tag: textFilter('tag', {
      label: 'tag',
      documentedPattern: /^[a-z]*$/i,
      read: (text) => text.toLowerCase(),
      rejectionMessage: 'The tag must be small letters.',
      indexed: 'not empty',
    }),
    done: flagFilter('doneAt', { label: 'done', asPresence: true }),
    size: integerFilter('size', { label: 'size', min: 1, max: 9 }),
    from: momentFilter({ label: 'from', rangeEnd: 'from' }),
    until: momentFilter({ label: 'until', rangeEnd: 'until' }),
  },
  pageSize: 20,
});

/** A list of the same rows whose counted status is computed from `done_at`. */
export const DONE_LIST = defineList(Item, {
  name: 'done-things',
  scope: 'shop',
  columns: ['id'],
  countedBy: {
    filter: 'done',
    sql: `CASE WHEN done_at IS NULL THEN 'open' ELSE 'done' END`,
    statusOf: (done: boolean) => (done ? 'done' : 'open'),
  },
  filters: { done: flagFilter('doneAt', { label: 'done', asPresence: true }) },
});

/** A database with the table `thing`, and writes that change rows and counters together. */
export class ItemWorld {
  private readonly compactCounters: CompactCountersService;

  private constructor(
    readonly database: TestDatabase,
    readonly dataSource: DataSource,
  ) {
    this.compactCounters = new CompactCountersService(dataSource, createIdleTasks());
  }

  static async start(): Promise<ItemWorld> {
    const database = await createTestDatabase();
    const dataSource = await new DataSource({ type: 'postgres', url: database.ownerUrl, poolSize: 20 }).initialize();
    await dataSource.query(TABLE);
    return new ItemWorld(database, dataSource);
  }

  /** Deletes all rows and counters. */
  async clear(): Promise<void> {
    await this.dataSource.query('TRUNCATE thing, listing_change, listing_counter');
  }

  compactAllCounters(): Promise<void> {
    return drainBatches(() => this.compactCounters.batch());
  }

  async stop(): Promise<void> {
    await this.dataSource.destroy();
    await this.database.drop();
  }

  async insert(items: readonly Item[], on: EntityManager = this.dataSource.manager): Promise<void> {
    await on.transaction(async (tx) => {
      const columns = ['id', 'shop', 'status', 'note', 'tag', 'size', 'doneAt', 'createdAt'] as const;
      await tx.query(
        'INSERT INTO thing SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::timestamptz[], $8::timestamptz[])',
        columns.map((column) => items.map((item) => item[column])),
      );
      await counters.change(
        tx,
        items.flatMap(({ shop, status, doneAt, createdAt }) => [
          { list: ITEM_LIST.counter(shop), status, createdAt, by: 1 as const },
          { list: DONE_LIST.counter(shop), status: doneAt ? 'done' : 'open', createdAt, by: 1 as const },
        ]),
      );
    });
  }

  async move({ id, shop, status: from, createdAt }: Item, to: Status): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await tx.query('UPDATE thing SET status = $2 WHERE id = $1', [id, to]);
      const list = ITEM_LIST.counter(shop);
      await counters.change(tx, [
        { list, status: from, createdAt, by: -1 },
        { list, status: to, createdAt, by: 1 },
      ]);
    });
  }

  async remove({ id, shop, status, doneAt, createdAt }: Item): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      await tx.query('DELETE FROM thing WHERE id = $1', [id]);
      await counters.change(tx, [
        { list: ITEM_LIST.counter(shop), status, createdAt, by: -1 },
        { list: DONE_LIST.counter(shop), status: doneAt ? 'done' : 'open', createdAt, by: -1 },
      ]);
    });
  }
}
