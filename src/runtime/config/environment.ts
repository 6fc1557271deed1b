import { APP_SETTINGS } from './app-settings.js';
import { CONNECTOR_SETTINGS } from './connector-settings.js';
import { DATABASE_SETTINGS } from './database-settings.js';
import { HTTP_SETTINGS } from './http-settings.js';
import { METRICS_SETTINGS } from './metrics-settings.js';
import { PANEL_SETTINGS } from './panel-settings.js';
import { PAYMENT_SETTINGS } from './payment-settings.js';
import { QUEUE_SETTINGS } from './queue-settings.js';
import { RATE_LIMIT_SETTINGS } from './rate-limit-settings.js';
import { RETENTION_SETTINGS } from './retention-settings.js';
import { SANDBOX_SETTINGS } from './sandbox-settings.js';
import { SECURITY_SETTINGS } from './security-settings.js';
import { DEMO_CONNECTOR_SECRET, DEMO_ENCRYPTION_KEY, keyProblems, secretProblems } from './secret-problems.js';
import { readSettings, type Setting, type Settings, type SettingsOf, type SettingValue } from './setting.js';
import { TRACING_SETTINGS } from './tracing-settings.js';
import { WEBHOOK_SETTINGS } from './webhook-settings.js';
import { UnusableSettingError } from '../../common/errors/unusable-setting.js';

/** The settings of each concern, in the order of the problems and of docs/configuration.md. */
const SETTINGS = {
  app: APP_SETTINGS,
  http: HTTP_SETTINGS,
  database: DATABASE_SETTINGS,
  queue: QUEUE_SETTINGS,
  security: SECURITY_SETTINGS,
  rateLimit: RATE_LIMIT_SETTINGS,
  webhook: WEBHOOK_SETTINGS,
  retention: RETENTION_SETTINGS,
  sandbox: SANDBOX_SETTINGS,
  panel: PANEL_SETTINGS,
  connector: CONNECTOR_SETTINGS,
  payment: PAYMENT_SETTINGS,
  metrics: METRICS_SETTINGS,
  tracing: TRACING_SETTINGS,
};

type Values = { readonly [Concern in keyof typeof SETTINGS]: SettingsOf<(typeof SETTINGS)[Concern]> };

export const ALL_SETTINGS: readonly Setting<SettingValue>[] = Object.values<Settings>(SETTINGS).flatMap((settings) =>
  Object.values(settings),
);

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** All settings, validated, including the defaults that depend on other settings. */
export abstract class Environment {
  abstract readonly app: Values['app'] & { isProduction: boolean };
  abstract readonly http: Values['http'] & { publicUrl: string };
  abstract readonly database: Values['database'];
  abstract readonly queue: Values['queue'];
  abstract readonly security: Values['security'] & { encryptionKeys: string[] };
  abstract readonly rateLimit: Values['rateLimit'];
  abstract readonly webhook: Values['webhook'] & { allowedNetworks: string[] };
  abstract readonly retention: Values['retention'];
  /** `remote`: another process serves the sandbox. `connectorUrl` is null while the number of an ephemeral port is not known. */
  abstract readonly sandbox: Values['sandbox'] & {
    enabled: boolean;
    remote: boolean;
    port: number;
    url: string;
    connectorUrl: string | null;
    gatewayUrl: string;
  };
  abstract readonly panel: Values['panel'] & { enabled: boolean; port: number; url: string };
  abstract readonly connector: Values['connector'] & { secrets: readonly [string, ...string[]]; smsSecrets: readonly string[] };
  abstract readonly payment: Values['payment'];
  abstract readonly metrics: Values['metrics'];
  abstract readonly tracing: Values['tracing'] & { enabled: boolean };
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
  const read = Object.entries<Settings>(SETTINGS).map(([concern, settings]) => [concern, readSettings(settings, env, problems)] as const);
  const values = Object.fromEntries(read) as Values;
  const { app, http, database, queue, security, webhook, sandbox, panel, connector, tracing } = values;

  const isProduction = app.nodeEnv === 'production';
  const embedded = database.url === undefined;
  const isDevelopment = embedded && !isProduction;
  const isSandbox = app.role === 'sandbox';
  const sandboxEnabled = isSandbox || Boolean(sandbox.setting ?? isDevelopment);
  const encryptionKeys = security.encryptionKeysSetting ?? [DEMO_ENCRYPTION_KEY];
  if (!isSandbox) problems.push(...keyProblems({ encryptionKeys, embedded, isProduction })); // the sandbox stores no keys
  if (isProduction) {
    problems.push(
      ...secretProblems('CONNECTOR_SECRET', connector.secretSetting),
      ...secretProblems('SMS_CONNECTOR_SECRET', connector.smsSecretSetting),
    );
  }
  if (isProduction && app.seedDemo) problems.push('SEED_DEMO must be off in production: the demo partner’s token is printed at start.');
  if ([queue.redisUrl, queue.redisSentinels, queue.redisClusterNodes].filter(Boolean).length > 1) {
    problems.push('Only one of REDIS_URL, REDIS_SENTINELS and REDIS_CLUSTER_NODES may be set.');
  }
  if (isProduction && sandboxEnabled && !connector.secretSetting) {
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
  if (isProduction && panel.urlSetting?.startsWith('http:')) {
    problems.push('PANEL_URL must be an https URL in production, because people sign in there.');
  }
  if (problems.length > 0) throw new ConfigurationError(problems);

  const sandboxPort = sandbox.portSetting ?? (http.port === 0 ? 0 : http.port + 1);
  const panelPort = panel.portSetting ?? (http.port === 0 ? 0 : http.port + 2);
  const publicUrl = http.publicUrlSetting ?? `http://localhost:${http.port}`;
  return {
    ...values,
    app: { ...app, isProduction },
    http: { ...http, publicUrl },
    security: { ...security, encryptionKeys },
    webhook: { ...webhook, allowedNetworks: webhook.allowedNetworksSetting ?? (isDevelopment ? LOOPBACK : []) },
    sandbox: {
      ...sandbox,
      enabled: sandboxEnabled,
      remote: sandbox.setting === 'remote' && !isSandbox,
      port: sandboxPort,
      url: sandbox.urlSetting ?? `http://localhost:${sandboxPort}`,
      connectorUrl: sandbox.connectorUrlSetting ?? (sandboxPort === 0 ? null : `http://127.0.0.1:${sandboxPort}`),
      gatewayUrl: sandbox.gatewayUrlSetting ?? publicUrl,
    },
    panel: {
      ...panel,
      enabled: panel.urlSetting !== undefined || isDevelopment,
      port: panelPort,
      url: panel.urlSetting ?? `http://localhost:${panelPort}`,
    },
    connector: { ...connector, secrets, smsSecrets },
    tracing: { ...tracing, enabled: !tracing.disabled && (tracing.endpoint ?? tracing.tracesEndpoint) !== undefined },
    embedded,
    host: http.host ?? (embedded ? '127.0.0.1' : '0.0.0.0'),
    seedDemo: app.seedDemo ?? isDevelopment,
  };
}
