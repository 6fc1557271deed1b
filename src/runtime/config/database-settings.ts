import { AsInteger, Check, isUpTo, isUrlOf, optional } from './parsers.js';
import { Variable } from './variable.js';

export class DatabaseConfig {
  @Variable('DATABASE_URL', {
    secret: true,
    description: 'PostgreSQL ≥ 15 as the application role. Without it an embedded PostgreSQL is started in `DATA_DIR`.',
  })
  @Check('$name must be a postgres:// or postgresql:// URL.', optional(isUrlOf('postgres', 'postgresql')))
  readonly url?: string;

  @Variable('DATABASE_OWNER_URL', {
    secret: true,
    description: 'The same database, as the role that owns and migrates the schema. The default is `DATABASE_URL`.',
  })
  @Check('$name must be a postgres:// or postgresql:// URL.', optional(isUrlOf('postgres', 'postgresql')))
  readonly ownerUrl?: string;

  @Variable('DATABASE_REPLICA_URL', {
    secret: true,
    description: 'A streaming replica of the database. Lists are read from the replica while it is up to date, otherwise from the primary.',
  })
  @Check('$name must be a postgres:// or postgresql:// URL.', optional(isUrlOf('postgres', 'postgresql')))
  readonly replicaUrl?: string;

  @Variable('DATABASE_POOL_SIZE', { default: '20', description: 'Maximum number of connections of each process.' })
  @AsInteger()
  @Check('$name must be a whole number from 2 to 500.', (value) => typeof value === 'number' && value >= 2 && value <= 500)
  readonly poolSize: number;

  @Variable('DATABASE_POOL_SHARE', {
    default: '75',
    description:
      'Percent of the pool for each of two classes of traffic: partners’ requests, and payers’ pages with the connectors’ routes. So neither class can use all connections.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 1 to 100.', (value) => typeof value === 'number' && value >= 1 && value <= 100)
  readonly poolSharePercent: number;

  @Variable('DATABASE_POOL_CALLER_SHARE', {
    default: '25',
    description:
      'Percent of a class’s connections that one partner, or one address of payers or of a connector, may use at the same time. At least one connection.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 1 to 100.', (value) => typeof value === 'number' && value >= 1 && value <= 100)
  readonly poolCallerSharePercent: number;

  @Variable('DATABASE_CONNECTION_TIMEOUT_MS', {
    default: '5000',
    description:
      'How long a request may wait for a database connection, and for other requests that change the same row. Then the response is 503.',
  })
  @AsInteger()
  @Check(
    '$name must be a whole number of milliseconds from 100 to 600000.',
    (value) => typeof value === 'number' && value >= 100 && value <= 600_000,
  )
  readonly connectionTimeoutMs: number;

  @Variable('DATABASE_STATEMENT_TIMEOUT_MS', {
    default: '10000',
    description:
      'How long a statement may take, including waiting for locks. Then the response is 503. A connection without any response is closed two seconds later. Long tasks and commands have no limit. `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number of milliseconds from 0 to 600000.', isUpTo(600_000))
  readonly statementTimeoutMs: number;

  @Variable('DATABASE_LOCK_TIMEOUT_MS', {
    default: '3000',
    description:
      'How long a statement may wait for a lock. Then the response is 503. It should be less than `DATABASE_STATEMENT_TIMEOUT_MS`. Long tasks and commands have no limit. `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number of milliseconds from 0 to 600000.', isUpTo(600_000))
  readonly lockTimeoutMs: number;

  @Variable('DATABASE_IDLE_TRANSACTION_TIMEOUT_MS', {
    default: '30000',
    description: 'After how long without a statement the database ends an open transaction and releases its locks. `0` is never.',
  })
  @AsInteger()
  @Check('$name must be a whole number of milliseconds from 0 to 600000.', isUpTo(600_000))
  readonly idleTransactionTimeoutMs: number;

  @Variable('DATA_DIR', { default: '.data', description: 'Folder of the embedded PostgreSQL’s data.' })
  readonly dataDir: string;
}
