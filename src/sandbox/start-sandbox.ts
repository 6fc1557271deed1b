import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Environment } from '../runtime/config/environment.js';
import { connectionLimits } from '../runtime/database/connection-limits.js';
import { acceptManyCookies } from '../runtime/http/edge/header-size.js';
import { keepIdleConnections } from '../runtime/http/keep-alive.js';
import { NestLogger } from '../runtime/logging/nest-logger.js';
import { PageRenderer } from '../web/pages/page-renderer.js';
import { SandboxClock } from './clock/sandbox-clock.js';
import { rejectUnknownHosts } from './http/reject-unknown-hosts.js';
import { captureRawBody } from './http/raw-body.js';
import { SandboxErrorFilter } from './http/sandbox-error.filter.js';
import { SandboxPage } from './http/sandbox-page.js';
import { AcquirerCallbacks } from './acquirer/callbacks/acquirer-callbacks.js';
import { RegistrationCallbacks } from './acquirer/callbacks/registration-callbacks.js';
import { OperatorCallbacks } from './operators/operator-callbacks.js';
import { NoSentNotifications, type SentNotifications } from './inbox/sent-notifications.js';
import { CallbackLoop } from './callback-loop.js';
import { SandboxAppModule } from './sandbox-app.module.js';
import { offsetText } from '../common/time/offset-text.js';
import { ASSETS } from '../web/pages/assets.controller.js';

export interface SandboxStart {
  environment: Environment;
  databaseUrl: string;
  logger: Logger;
  /** URL of the gateway for callbacks. */
  gatewayUrl: string;
  /** The gateway's notifications for other endpoints. Without them the inbox shows only notifications that it received. */
  sentNotifications?: SentNotifications;
  /** `false`: only `deliverCallbacks` delivers callbacks. Default `true`. */
  dispatchCallbacks?: boolean;
  /** How long the inbox's slow response takes. By default it takes longer than the gateway waits. */
  slowResponseMs?: number;
  /** How often old rows are deleted. Default: every ten minutes. */
  clearEveryMs?: number;
}

export interface RunningSandbox {
  /** URL of the sandbox for this process, with the real port. */
  url: string;
  port: number;
  /** Delivers due callbacks, or with `all` also future callbacks. @returns how many callbacks were accepted. */
  deliverCallbacks(selection: 'due' | 'all'): Promise<number>;
  close(): Promise<void>;
}

/** Starts the sandbox on its own origin, with its own small connection pool. */
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
    const { sentNotifications = new NoSentNotifications() } = start;
    const setup = { environment, options: optionsOf(start), dataSource, logger, sentNotifications };
    app = await NestFactory.create<NestExpressApplication>(SandboxAppModule.forRoot(setup), {
      bodyParser: false,
      logger: new NestLogger(logger),
      abortOnError: false,
      forceCloseConnections: true, // requests that are never answered must not delay the shutdown
    });
    app.disable('x-powered-by');
    app.use(rejectUnknownHosts([environment.sandbox.url, environment.sandbox.connectorUrl, environment.http.publicUrl]));
    app.use(captureRawBody());
    app.use(app.get(CallbackLoop).afterRequests);
    app.use(showClockOffset(app.get(SandboxClock), app.get(SandboxPage)));
    app.useGlobalFilters(new SandboxErrorFilter(app.get(PageRenderer), logger));
    keepIdleConnections(app.getHttpServer(), environment.http.keepAliveMs);
    acceptManyCookies(app.getHttpServer());
    await app.listen(environment.sandbox.port, environment.host);
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
  const dispatchers = [app.get(OperatorCallbacks), app.get(AcquirerCallbacks), app.get(RegistrationCallbacks)];
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    url: `http://${reachableHost(environment.host)}:${port}`,
    port,
    async deliverCallbacks(selection) {
      let acceptedCount = 0;
      for (const dispatcher of dispatchers) acceptedCount += selection === 'all' ? await dispatcher.flush() : await dispatcher.deliverDue();
      return acceptedCount;
    },
    close,
  };
}

function optionsOf({ environment, gatewayUrl, dispatchCallbacks = true, slowResponseMs = 12_000, clearEveryMs = 600_000 }: SandboxStart) {
  return {
    gatewayUrl,
    publicUrl: environment.http.publicUrl,
    displayTimeZone: environment.app.displayTimeZone,
    connectorSecret: environment.connector.secrets,
    dispatchCallbacks,
    slowResponseMs,
    clearEveryMs,
  };
}

/** The host that clients can use. `0.0.0.0` and `::` only mean to listen on all addresses. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Shows on every page how far business time is ahead. Otherwise developers would wonder why a new payment is from next month. */
function showClockOffset(clock: SandboxClock, page: SandboxPage): RequestHandler {
  return async ({ method, path }: Request, _response: Response, next: NextFunction) => {
    if (method === 'GET' && !path.startsWith(ASSETS)) page.clockOffset = offsetText(await clock.offsetMs());
    next();
  };
}
