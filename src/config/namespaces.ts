import { AsInteger, AsList, AsSwitch, Check, isNetworkList, isPort, isTimeZone, isUrlOf, optional } from './parsers.js';
import { Variable } from './variable.js';

export type Role = 'api' | 'worker' | 'all';

export class AppConfig {
  @Variable('NODE_ENV', {
    default: 'development',
    description: '`production` refuses demo keys and the demo partner and turns the sandbox off.',
  })
  readonly nodeEnv: string;

  @Variable('ROLE', {
    default: 'all',
    description: '`api` serves HTTP, `worker` delivers notifications and does due work, `all` does both.',
  })
  @Check('$name must be one of api, worker, all.', (value) => ['api', 'worker', 'all'].includes(String(value)))
  readonly role: Role;

  @Variable('LOG_LEVEL', { default: 'info', description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.' })
  @Check('$name must be one of fatal, error, warn, info, debug, trace, silent.', (value) =>
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(String(value)),
  )
  readonly logLevel: string;

  @Variable('DISPLAY_TIME_ZONE', { default: 'Europe/Warsaw', description: 'Time zone whose offset timestamps are printed in.' })
  @Check('$name must be an IANA time zone such as Europe/Warsaw.', isTimeZone)
  readonly displayTimeZone: string;

  @Variable('SEED_DEMO', {
    description: '`on` seeds the demo partner; the default is `on` with the embedded database and `off` otherwise.',
  })
  @AsSwitch()
  @Check('$name must be on or off.', optional((value) => typeof value === 'boolean'))
  readonly seedDemo?: boolean;

  get isProduction(): boolean {
    return this.nodeEnv === 'production';
  }
}

export class HttpConfig {
  @Variable('HOST', { description: 'Address to listen on; the default is `127.0.0.1` with the embedded database and `0.0.0.0` otherwise.' })
  readonly host?: string;

  @Variable('PORT', { default: '3000', description: 'Port of the API and the payer’s pages.' })
  @AsInteger()
  @Check('$name must be a port number from 0 to 65535.', isPort)
  readonly port: number;

  @Variable('PUBLIC_URL', {
    description: 'Address under which partners and payers reach the gateway; the default is `http://localhost:PORT`.',
  })
  @Check(
    '$name must be an http or https URL without a trailing slash.',
    optional((value) => isUrlOf('http', 'https')(value) && !String(value).endsWith('/')),
  )
  readonly publicUrlSetting?: string;

  @Variable('TRUST_PROXY', {
    default: '',
    description: 'Addresses or CIDRs of proxies whose `X-Forwarded-For` is believed, separated by commas.',
  })
  @AsList()
  @Check('$name must be a comma-separated list of IP addresses or CIDRs.', isNetworkList)
  readonly trustProxy: string[];

  @Variable('SHUTDOWN_GRACE_MS', {
    default: '0',
    description: 'How long the process keeps listening after readiness has failed, so that a proxy notices.',
  })
  @AsInteger()
  @Check('$name must be a whole number of milliseconds.', (value) => typeof value === 'number')
  readonly shutdownGraceMs: number;

  get publicUrl(): string {
    return this.publicUrlSetting ?? `http://localhost:${this.port}`;
  }
}

export class DatabaseConfig {
  @Variable('DATABASE_URL', {
    description: 'PostgreSQL ≥ 14 as the application role. Without it an embedded PostgreSQL is started in `DATA_DIR`.',
  })
  @Check('$name must be a postgres:// or postgresql:// URL.', optional(isUrlOf('postgres', 'postgresql')))
  readonly url?: string;

  @Variable('DATABASE_OWNER_URL', {
    description: 'The same database as the role that owns the schema and migrates it; the default is `DATABASE_URL`.',
  })
  @Check('$name must be a postgres:// or postgresql:// URL.', optional(isUrlOf('postgres', 'postgresql')))
  readonly ownerUrl?: string;

  @Variable('DATABASE_POOL_SIZE', { default: '20', description: 'Connections each process may open.' })
  @AsInteger()
  @Check('$name must be a whole number from 2 to 500.', (value) => typeof value === 'number' && value >= 2 && value <= 500)
  readonly poolSize: number;

  @Variable('DATA_DIR', { default: '.data', description: 'Where the embedded PostgreSQL keeps its data.' })
  readonly dataDir: string;
}

export class QueueConfig {
  @Variable('REDIS_URL', { description: 'Redis ≥ 6.2 for the queue. Without any Redis setting BullMQ runs on PostgreSQL.' })
  @Check('$name must be a redis:// or rediss:// URL.', optional(isUrlOf('redis', 'rediss')))
  readonly redisUrl?: string;

  @Variable('REDIS_SENTINELS', { description: 'Sentinels as `host:port`, separated by commas, instead of `REDIS_URL`.' })
  @AsList()
  @Check('$name must be a comma-separated list of host:port.', optional(isHostPortList))
  readonly redisSentinels?: string[];

  @Variable('REDIS_SENTINEL_NAME', { default: 'mymaster', description: 'Name of the master that the sentinels watch.' })
  readonly redisSentinelName: string;

  @Variable('REDIS_CLUSTER_NODES', { description: 'Cluster nodes as `host:port`, separated by commas, instead of `REDIS_URL`.' })
  @AsList()
  @Check('$name must be a comma-separated list of host:port.', optional(isHostPortList))
  readonly redisClusterNodes?: string[];

  @Variable('REDIS_USERNAME', {
    description: 'User of a Redis that is found through sentinels or is a cluster; `REDIS_URL` carries its own.',
  })
  readonly redisUsername?: string;

  @Variable('REDIS_PASSWORD', { description: 'Its password.' })
  readonly redisPassword?: string;

  @Variable('REDIS_SENTINEL_PASSWORD', { description: 'Password of the sentinels themselves, if they have one.' })
  readonly redisSentinelPassword?: string;

  @Variable('QUEUE_PREFIX', {
    default: '{gateway}',
    description: 'Prefix of the queue’s keys; the hash tag keeps a cluster’s queue in one slot.',
  })
  readonly prefix: string;
}

export class SecurityConfig {
  @Variable('ENCRYPTION_KEYS', {
    description:
      'Keys that encrypt signing keys at rest: `version:base64 of 32 bytes`, separated by commas; the highest version encrypts. Required in production.',
  })
  @AsList()
  @Check('$name must be a comma-separated list of version:key, each key being 32 bytes in base64.', optional(isKeyList))
  readonly encryptionKeysSetting?: string[];
}

const MAX_PER_MINUTE = 10_000_000;
const isPerMinute = (value: unknown): boolean => typeof value === 'number' && value <= MAX_PER_MINUTE;

export class RateLimitConfig {
  @Variable('RATE_LIMIT_PER_TOKEN', {
    default: '6000',
    description: 'Requests a token may make in a minute, over all processes; `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isPerMinute)
  readonly perToken: number;

  @Variable('RATE_LIMIT_PER_ADDRESS', {
    default: '12000',
    description: 'Requests an address may make in a minute, before authentication; `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isPerMinute)
  readonly perAddress: number;

  @Variable('RATE_LIMIT_WRONG_TOKENS', {
    default: '30',
    description: 'Wrong tokens an address may try in a minute before everything from it has to wait; `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isPerMinute)
  readonly wrongTokens: number;
}

export class WebhookConfig {
  @Variable('WEBHOOK_USER_AGENT', { default: 'PaymentGateway-IPN/2.0', description: '`User-Agent` of notifications.' })
  readonly userAgent: string;

  @Variable('WEBHOOK_ALLOWED_NETWORKS', {
    description:
      'CIDRs that notifications may be sent to although they are private; the default is loopback with the embedded database and nothing otherwise.',
  })
  @AsList()
  @Check('$name must be a comma-separated list of IP addresses or CIDRs.', optional(isNetworkList))
  readonly allowedNetworksSetting?: string[];

  @Variable('WEBHOOK_SOURCE_ADDRESSES', {
    default: '127.0.0.1',
    description: 'Addresses notifications come from, as `GET /ip` tells partners.',
  })
  @AsList()
  @Check('$name must be a comma-separated list of IP addresses or CIDRs.', isNetworkList)
  readonly sourceAddresses: string[];

  @Variable('WEBHOOK_CONCURRENCY', { default: '64', description: 'Notifications under way at once in one worker process.' })
  @AsInteger()
  @Check('$name must be a whole number from 1 to 1000.', (value) => typeof value === 'number' && value >= 1 && value <= 1000)
  readonly concurrency: number;

  @Variable('WEBHOOK_CONCURRENCY_PER_ENDPOINT', { default: '8', description: 'Notifications under way at once to one service’s address.' })
  @AsInteger()
  @Check('$name must be a whole number from 1 to 100.', (value) => typeof value === 'number' && value >= 1 && value <= 100)
  readonly concurrencyPerEndpoint: number;
}

export class MetricsConfig {
  @Variable('METRICS_PORT', { description: 'Port on which `/metrics` is served for Prometheus; nothing is served without it.' })
  @AsInteger()
  @Check('$name must be a port number from 0 to 65535.', optional(isPort))
  readonly port?: number;

  @Variable('LEDGER_CHECK_MINUTES', {
    default: '60',
    description: 'How often a worker proves the whole ledger, for `/metrics` and the log; `0` is never.',
  })
  @AsInteger()
  @Check('$name must be a whole number of minutes from 0 to 10080.', (value) => typeof value === 'number' && value >= 0 && value <= 10_080)
  readonly ledgerCheckMinutes: number;
}

export class SandboxConfig {
  @Variable('SANDBOX', {
    description:
      '`on` serves simulated operators, the phone, the inbox and the movable clock; the default is `on` with the embedded database and `off` otherwise.',
  })
  @AsSwitch()
  @Check('$name must be on or off.', optional((value) => typeof value === 'boolean'))
  readonly enabledSetting?: boolean;

  @Variable('SANDBOX_PORT', { description: 'Port of the simulated parties; the default is `PORT` + 1.' })
  @AsInteger()
  @Check('$name must be a port number from 0 to 65535.', optional(isPort))
  readonly portSetting?: number;

  @Variable('SANDBOX_URL', {
    description: 'Address under which a browser reaches the simulated parties; the default is `http://localhost:SANDBOX_PORT`.',
  })
  @Check(
    '$name must be an http or https URL without a trailing slash.',
    optional((value) => isUrlOf('http', 'https')(value) && !String(value).endsWith('/')),
  )
  readonly urlSetting?: string;

  @Variable('SANDBOX_CONNECTOR_URL', {
    description:
      'Address under which the gateway’s own processes reach the simulated operators; the default is `http://127.0.0.1:SANDBOX_PORT`.',
  })
  @Check(
    '$name must be an http or https URL without a trailing slash.',
    optional((value) => isUrlOf('http', 'https')(value) && !String(value).endsWith('/')),
  )
  readonly connectorUrlSetting?: string;
}

export class ConnectorConfig {
  @Variable('CONNECTOR_SECRET', {
    description:
      'Secret that signs calls between the gateway and the operators’ connectors; random per process group in the sandbox when unset.',
  })
  @Check('$name must have at least 16 characters.', optional((value) => String(value).length >= 16))
  readonly secretSetting?: string;

  @Variable('SMS_CONNECTOR_SECRET', {
    description:
      'Secret with which an SMS gateway hands messages over at `/connectors/sms/inbound`; without it only the sandbox’s phone can.',
  })
  @Check('$name must have at least 16 characters.', optional((value) => String(value).length >= 16))
  readonly smsSecret?: string;

  @Variable('CONNECTOR_TIMEOUT_MS', {
    default: '8000',
    description: 'How long an operator may take to answer before the outcome counts as unknown.',
  })
  @AsInteger()
  @Check(
    '$name must be a whole number of milliseconds from 100 to 60000.',
    (value) => typeof value === 'number' && value >= 100 && value <= 60_000,
  )
  readonly timeoutMs: number;
}

function isHostPortList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => /^[^:\s]+:\d+$/.test(String(entry)));
}

function isKeyList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((entry) => /^\d+:/.test(String(entry)) && Buffer.from(String(entry).replace(/^\d+:/, ''), 'base64').length === 32)
  );
}
