import { integer, type SettingsOf, text, url } from './setting.js';

const POSTGRES = ['postgres', 'postgresql'];

export const DATABASE_SETTINGS = {
  url: url('DATABASE_URL', 'PostgreSQL ≥ 15 as the application role. Without it an embedded PostgreSQL is started in `DATA_DIR`.', {
    schemes: POSTGRES,
    secret: true,
  }),
  ownerUrl: url('DATABASE_OWNER_URL', 'The same database, as the role that owns and migrates the schema. The default is `DATABASE_URL`.', {
    schemes: POSTGRES,
    secret: true,
  }),
  replicaUrl: url(
    'DATABASE_REPLICA_URL',
    'A streaming replica of the database. Lists are read from the replica while it is up to date, otherwise from the primary.',
    { schemes: POSTGRES, secret: true },
  ),
  poolSize: integer('DATABASE_POOL_SIZE', 'Maximum number of connections of each process.', { default: 20, from: 2, to: 500 }),
  poolSharePercent: integer(
    'DATABASE_POOL_SHARE',
    'Percent of the pool for each of two classes of traffic: partners’ requests, and payers’ pages with the connectors’ routes. So neither class can use all connections.',
    { default: 75, from: 1, to: 100 },
  ),
  poolCallerSharePercent: integer(
    'DATABASE_POOL_CALLER_SHARE',
    'Percent of a class’s connections that one partner, or one address of payers or of a connector, may use at the same time. At least one connection.',
    { default: 25, from: 1, to: 100 },
  ),
  connectionTimeoutMs: integer(
    'DATABASE_CONNECTION_TIMEOUT_MS',
    'How long a request may wait for a database connection, and for other requests that change the same row. Then the response is 503.',
    { default: 5000, from: 100, to: 600_000, of: 'milliseconds' },
  ),
  statementTimeoutMs: integer(
    'DATABASE_STATEMENT_TIMEOUT_MS',
    'How long a statement may take, including waiting for locks. Then the response is 503. A connection without any response is closed two seconds later. Long tasks and commands have no limit. `0` is no limit.',
    { default: 10_000, from: 0, to: 600_000, of: 'milliseconds' },
  ),
  lockTimeoutMs: integer(
    'DATABASE_LOCK_TIMEOUT_MS',
    'How long a statement may wait for a lock. Then the response is 503. It should be less than `DATABASE_STATEMENT_TIMEOUT_MS`. Long tasks and commands have no limit. `0` is no limit.',
    { default: 3000, from: 0, to: 600_000, of: 'milliseconds' },
  ),
  idleTransactionTimeoutMs: integer(
    'DATABASE_IDLE_TRANSACTION_TIMEOUT_MS',
    'After how long without a statement the database ends an open transaction and releases its locks. `0` is never.',
    { default: 30_000, from: 0, to: 600_000, of: 'milliseconds' },
  ),
  dataDir: text('DATA_DIR', 'Folder of the embedded PostgreSQL’s data.', { default: '.data' }),
};

export type DatabaseConfig = SettingsOf<typeof DATABASE_SETTINGS>;
