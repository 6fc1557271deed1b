import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { INestApplication } from '@nestjs/common';
import { AppModule } from '../app.module.js';
import { configureApp, errorHelp } from '../configure-app.js';
import { errorForClient } from '../compatibility/protocol-errors.js';
import type { Environment } from '../runtime/config/environment.js';
import { GatewayNotifications } from '../demo/gateway-notifications.js';
import { SandboxAddress } from '../connectors/sandbox-address.js';
import { MIGRATIONS } from '../migrations.js';
import { migrateDatabase } from '../runtime/database/schema/migrate.js';
import { traceStatements } from '../runtime/database/trace-statements.js';
import { Readiness } from '../platform/health/readiness.js';
import { acceptManyCookies } from '../runtime/http/edge/header-size.js';
import { respondToProtocolErrors } from '../runtime/http/edge/protocol-error-responses.js';
import { closeUnusedConnections, keepIdleConnections } from '../runtime/http/keep-alive.js';
import { NestLogger } from '../runtime/logging/nest-logger.js';
import { type RunningSandbox, type SandboxStart, startSandbox } from '../sandbox/start-sandbox.js';
import { type RunningPanel, startPanel } from '../web/panel/start-panel.js';
import { startTracing } from '../runtime/tracing/start-tracing.js';
import type { OpenDatabase } from './open-database.js';
import { assertUsableDatabase } from './check-database.js';
import { AcquirerConnectors } from '../connectors/acquirers/port/acquirer-connectors.js';
import { OperatorConnectors } from '../connectors/operators/operator.port.js';
import { ConnectorSecret } from '../products/sms/inbound/connector-secret.js';

const SANDBOX_IN_PRODUCTION =
  'the sandbox is on in production: any client of its port can decide the outcome of payments, and partners deliver goods without payment. Set SANDBOX=off';

export interface RunningGateway {
  app: NestExpressApplication;
  /** Undefined in workers, while the sandbox is off, and when another process runs the sandbox. */
  sandbox?: RunningSandbox;
  /** Undefined in workers, and when the panel is not configured. */
  panel?: RunningPanel;
  /** Makes the readiness probe fail, waits for the grace period, finishes running requests and tasks, and closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts a process of the configured role, which then listens on its port.
 * @param overrides options of a sandbox that runs in this process.
 */
export async function startGateway(
  environment: Environment,
  database: OpenDatabase,
  logger: Logger,
  overrides: Pick<SandboxStart, 'dispatchCallbacks'> = {},
): Promise<RunningGateway> {
  if (environment.embedded)
    await migrateDatabase(database.ownerUrl, MIGRATIONS, { appRole: database.appRole, log: (line) => logger.info(line) });
  const tracing = await startTracing(environment, logger);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot({ environment, databaseUrl: database.appUrl, logger }), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
    forceCloseConnections: false,
  });
  let sandbox: RunningSandbox | undefined;
  let panel: RunningPanel | undefined;
  const close = async (): Promise<void> => {
    await panel?.close();
    await app.close();
    await sandbox?.close();
    await tracing?.stop();
  };
  try {
    if (tracing) traceStatements(app.get(DataSource));
    await assertUsableDatabase(app, environment);
    configureApp(app);
    keepIdleConnections(app.getHttpServer(), environment.http.keepAliveMs);
    acceptManyCookies(app.getHttpServer());
    respondToProtocolErrors(app.getHttpServer(), errorHelp(app), environment.http.clientCompatibility ? errorForClient : undefined);
    await app.listen(environment.http.port, environment.host);
    if (environment.sandbox.enabled && environment.app.role !== 'worker') {
      if (!environment.sandbox.remote) {
        const { port } = app.getHttpServer().address() as AddressInfo;
        const sentNotifications = app.get(GatewayNotifications, { strict: false });
        const gatewayUrl = `http://127.0.0.1:${port}`;
        sandbox = await startSandbox({ ...overrides, environment, databaseUrl: database.appUrl, logger, gatewayUrl, sentNotifications });
        app.get(SandboxAddress, { strict: false }).set(sandbox.url);
      }
      if (environment.app.isProduction) logger.warn({ port: sandbox?.port ?? environment.sandbox.port }, SANDBOX_IN_PRODUCTION);
    }
    if (environment.panel.enabled && environment.app.role !== 'worker') panel = await startPanel({ environment, logger, gateway: app });
    if (environment.app.role !== 'worker') warnMissingConnectors(app, logger);
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
  return {
    app,
    ...(sandbox && { sandbox }),
    ...(panel && { panel }),
    async stop() {
      app.get(Readiness).stopping = true;
      await new Promise((resolve) => setTimeout(resolve, environment.http.shutdownGraceMs));
      closeUnusedConnections(app.getHttpServer());
      await close();
    },
  };
}

/** Logs which products cannot be used, and why. It is only a warning, because a gateway may be meant for a single product. */
function warnMissingConnectors(app: INestApplication, logger: Logger): void {
  const unserved = [
    ...(app.get(OperatorConnectors, { strict: false }).available().length === 0
      ? ['no mobile operator has a connector, so payers cannot pay on a phone bill (docs/adding-a-connector.md)']
      : []),
    ...(app.get(AcquirerConnectors, { strict: false }).available().length === 0
      ? ['no channel has a connector, so payers cannot pay online (docs/connecting-an-acquirer.md)']
      : []),
    ...(app.get(ConnectorSecret, { strict: false }).isConfigured
      ? []
      : ['SMS_CONNECTOR_SECRET is not set, so no SMS gateway can deliver messages (docs/connecting-kannel.md)']),
  ];
  if (unserved.length > 0) logger.warn({ unserved }, 'some products cannot be used');
}
