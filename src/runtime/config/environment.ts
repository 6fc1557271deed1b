import { AppConfig } from './app-settings.js';
import { ConnectorConfig } from './connector-settings.js';
import { DatabaseConfig } from './database-settings.js';
import { HttpConfig } from './http-settings.js';
import { MetricsConfig } from './metrics-settings.js';
import { PanelConfig } from './panel-settings.js';
import { PaymentConfig } from './payment-settings.js';
import { QueueConfig } from './queue-settings.js';
import { RateLimitConfig } from './rate-limit-settings.js';
import { RetentionConfig } from './retention-settings.js';
import { SandboxConfig } from './sandbox-settings.js';
import { SecurityConfig } from './security-settings.js';
import { DEMO_CONNECTOR_SECRET, DEMO_ENCRYPTION_KEY, keyProblems, secretProblems } from './secret-problems.js';
import { TracingConfig } from './tracing-settings.js';
import { readNamespace } from './variable.js';
import { WebhookConfig } from './webhook-settings.js';
import { UnusableSettingError } from '../../common/errors/unusable-setting.js';

export const NAMESPACES = [
  AppConfig,
  HttpConfig,
  DatabaseConfig,
  QueueConfig,
  SecurityConfig,
  RateLimitConfig,
  WebhookConfig,
  RetentionConfig,
  SandboxConfig,
  PanelConfig,
  ConnectorConfig,
  PaymentConfig,
  MetricsConfig,
  TracingConfig,
] as const;

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** All settings, validated, including the defaults that depend on other settings. */
export abstract class Environment {
  abstract readonly app: AppConfig;
  abstract readonly http: HttpConfig;
  abstract readonly database: DatabaseConfig;
  abstract readonly queue: QueueConfig;
  abstract readonly security: SecurityConfig & { encryptionKeys: string[] };
  abstract readonly rateLimit: RateLimitConfig;
  abstract readonly webhook: WebhookConfig & { allowedNetworks: string[] };
  abstract readonly retention: RetentionConfig;
  /** `remote`: another process serves the sandbox. `connectorUrl` is null while the number of an ephemeral port is not known. */
  abstract readonly sandbox: SandboxConfig & {
    enabled: boolean;
    remote: boolean;
    port: number;
    url: string;
    connectorUrl: string | null;
    gatewayUrl: string;
  };
  abstract readonly panel: PanelConfig & { enabled: boolean; port: number; url: string };
  abstract readonly connector: ConnectorConfig & { secrets: readonly [string, ...string[]]; smsSecrets: readonly string[] };
  abstract readonly payment: PaymentConfig;
  abstract readonly metrics: MetricsConfig;
  abstract readonly tracing: TracingConfig;
  /** True without `DATABASE_URL`: this process runs its own PostgreSQL. */
  abstract readonly embedded: boolean;
  abstract readonly host: string;
  abstract readonly seedDemo: boolean;
}

export class ConfigurationError extends UnusableSettingError {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

/** @throws ConfigurationError with one message for each problem of the environment. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const problems: string[] = [];
  const app = readNamespace(AppConfig, env, problems);
  const http = readNamespace(HttpConfig, env, problems);
  const database = readNamespace(DatabaseConfig, env, problems);
  const queue = readNamespace(QueueConfig, env, problems);
  const security = readNamespace(SecurityConfig, env, problems);
  const rateLimit = readNamespace(RateLimitConfig, env, problems);
  const webhook = readNamespace(WebhookConfig, env, problems);
  const retention = readNamespace(RetentionConfig, env, problems);
  const sandbox = readNamespace(SandboxConfig, env, problems);
  const panel = readNamespace(PanelConfig, env, problems);
  const connector = readNamespace(ConnectorConfig, env, problems);
  const payment = readNamespace(PaymentConfig, env, problems);
  const metrics = readNamespace(MetricsConfig, env, problems);
  const tracing = readNamespace(TracingConfig, env, problems);

  const embedded = database.url === undefined;
  const isDevelopment = embedded && !app.isProduction;
  const isSandbox = app.role === 'sandbox';
  const sandboxEnabled = isSandbox || Boolean(sandbox.setting ?? isDevelopment);
  const encryptionKeys = security.encryptionKeysSetting ?? [DEMO_ENCRYPTION_KEY];
  if (!isSandbox) problems.push(...keyProblems({ encryptionKeys, embedded, isProduction: app.isProduction })); // the sandbox stores no keys
  if (app.isProduction) {
    problems.push(
      ...secretProblems('CONNECTOR_SECRET', connector.secretSetting),
      ...secretProblems('SMS_CONNECTOR_SECRET', connector.smsSecretSetting),
    );
  }
  if (app.isProduction && app.seedDemo) problems.push('SEED_DEMO must be off in production: the demo partner’s token is printed at start.');
  if ([queue.redisUrl, queue.redisSentinels, queue.redisClusterNodes].filter(Boolean).length > 1) {
    problems.push('Only one of REDIS_URL, REDIS_SENTINELS and REDIS_CLUSTER_NODES may be set.');
  }
  if (app.isProduction && sandboxEnabled && !connector.secretSetting) {
    problems.push('CONNECTOR_SECRET must be set when the sandbox is on in production: the demo secret is public.');
  }
  const [firstSecret = DEMO_CONNECTOR_SECRET, ...otherSecrets] = connector.secretSetting ?? [];
  const secrets = [firstSecret, ...otherSecrets] as const;
  const smsSecrets = connector.smsSecretSetting ?? [];
  if (sandboxEnabled && smsSecrets.some((secret) => secrets.includes(secret))) {
    problems.push(
      'SMS_CONNECTOR_SECRET must differ from CONNECTOR_SECRET while the sandbox is on: it distinguishes real messages from tests.',
    );
  }
  if (app.isProduction && panel.urlSetting?.startsWith('http:')) {
    problems.push('PANEL_URL must be an https URL in production, because people sign in there.');
  }
  if (problems.length > 0) throw new ConfigurationError(problems);

  const sandboxPort = sandbox.portSetting ?? (http.port === 0 ? 0 : http.port + 1);
  const panelPort = panel.portSetting ?? (http.port === 0 ? 0 : http.port + 2);
  return {
    app,
    http,
    database,
    queue,
    security: Object.assign(security, { encryptionKeys }),
    rateLimit,
    webhook: Object.assign(webhook, { allowedNetworks: webhook.allowedNetworksSetting ?? (isDevelopment ? LOOPBACK : []) }),
    retention,
    sandbox: Object.assign(sandbox, {
      enabled: sandboxEnabled,
      remote: sandbox.setting === 'remote' && !isSandbox,
      port: sandboxPort,
      url: sandbox.urlSetting ?? `http://localhost:${sandboxPort}`,
      connectorUrl: sandbox.connectorUrlSetting ?? (sandboxPort === 0 ? null : `http://127.0.0.1:${sandboxPort}`),
      gatewayUrl: sandbox.gatewayUrlSetting ?? http.publicUrl,
    }),
    panel: Object.assign(panel, {
      enabled: panel.urlSetting !== undefined || isDevelopment,
      port: panelPort,
      url: panel.urlSetting ?? `http://localhost:${panelPort}`,
    }),
    connector: Object.assign(connector, { secrets, smsSecrets }),
    payment,
    metrics,
    tracing,
    embedded,
    host: http.host ?? (embedded ? '127.0.0.1' : '0.0.0.0'),
    seedDemo: app.seedDemo ?? isDevelopment,
  };
}
