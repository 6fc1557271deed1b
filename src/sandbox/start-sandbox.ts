import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Environment } from '../runtime/config/environment.js';
import { connectionLimits } from '../runtime/database/connection-limits.js';
import { keepUnusedConnections } from '../runtime/http/keep-alive.js';
import { NestLogger } from '../runtime/logging/nest-logger.js';
import { PageRenderer } from '../web/pages/page-renderer.js';
import { refuseStrangeHosts } from './http/refuse-strange-hosts.js';
import { keepRawBody } from './http/raw-body.js';
import { SandboxErrorFilter } from './http/sandbox-error.filter.js';
import { AcquirerReports } from './acquirer/reports/acquirer-reports.js';
import { AgreementReports } from './acquirer/reports/agreement-reports.js';
import { OperatorReports } from './operators/operator-reports.js';
import { SandboxAppModule } from './sandbox-app.module.js';

export interface SandboxStart {
  environment: Environment;
  databaseUrl: string;
  logger: Logger;
  /** Where the simulated operators reach the gateway to report. */
  gatewayUrl: string;
  /** `false`: reports leave only when asked to. Default `true`. */
  dispatchReports?: boolean;
  /** How long the inbox's slow answer takes; longer than a partner may take by default. */
  slowAnswerMs?: number;
  /** How often what is old is deleted. Default: every ten minutes. */
  clearEveryMs?: number;
}

export interface RunningSandbox {
  /** Where this process reaches it, with the port it really got. */
  url: string;
  port: number;
  /** Delivers what is due, or with `all` everything that will ever be reported. @returns how many reports were taken. */
  deliverReports(which: 'due' | 'all'): Promise<number>;
  close(): Promise<void>;
}

/** Lets the simulated parties listen on their own origin, with their own few connections to the database. */
export async function startSandbox(start: SandboxStart): Promise<RunningSandbox> {
  const { environment, logger } = start;
  const dataSource = new DataSource({
    type: 'postgres',
    url: start.databaseUrl,
    poolSize: 8,
    applicationName: 'sandbox',
    extra: connectionLimits(environment.database),
  });
  await dataSource.initialize();
  let app: NestExpressApplication | undefined;
  const close = async (): Promise<void> => {
    await app?.close();
    await dataSource.destroy();
  };
  try {
    const setup = { environment, options: optionsOf(start), dataSource, logger };
    app = await NestFactory.create<NestExpressApplication>(SandboxAppModule.forRoot(setup), {
      bodyParser: false,
      logger: new NestLogger(logger),
      abortOnError: false,
      forceCloseConnections: true, // a charge that is never answered must not hold the shutdown up
    });
    app.disable('x-powered-by');
    app.use(refuseStrangeHosts([environment.sandbox.url, environment.sandbox.connectorUrl, environment.http.publicUrl]));
    app.use(keepRawBody());
    app.useGlobalFilters(new SandboxErrorFilter(app.get(PageRenderer), logger));
    keepUnusedConnections(app.getHttpServer());
    await app.listen(environment.sandbox.port, environment.host);
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
  const parties = [app.get(OperatorReports), app.get(AcquirerReports), app.get(AgreementReports)];
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    url: `http://${reachable(environment.host)}:${port}`,
    port,
    async deliverReports(which) {
      let taken = 0;
      for (const party of parties) taken += which === 'all' ? await party.flush() : await party.deliverDue();
      return taken;
    },
    close,
  };
}

function optionsOf({ environment, gatewayUrl, dispatchReports = true, slowAnswerMs = 12_000, clearEveryMs = 600_000 }: SandboxStart) {
  return {
    gatewayUrl,
    publicUrl: environment.http.publicUrl,
    displayTimeZone: environment.app.displayTimeZone,
    connectorSecret: environment.connector.secret,
    dispatchReports,
    slowAnswerMs,
    clearEveryMs,
  };
}

/** An address to listen on everywhere is no address to call. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
