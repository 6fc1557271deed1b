import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { trackRequester } from '../../runtime/database/pool-quotas/requester.js';
import { accessLog } from '../../runtime/http/access-log.js';
import { closeFaultyFraming } from '../../runtime/http/edge/close-faulty-framing.js';
import { acceptManyCookies } from '../../runtime/http/edge/header-size.js';
import { normaliseRequest } from '../../runtime/http/edge/normalise-request.js';
import { trustProxies } from '../../runtime/http/edge/trust-proxies.js';
import { closeUnusedConnections, keepIdleConnections } from '../../runtime/http/keep-alive.js';
import { rejectUndecodablePath } from '../../runtime/http/reject-undecodable-path.js';
import { requestId } from '../../runtime/http/request-id.js';
import { NestLogger } from '../../runtime/logging/nest-logger.js';
import { addressKey } from '../../runtime/rate-limits/rate-limit-keys.js';
import { PanelModule, type PanelSetup } from './panel.module.js';

export interface RunningPanel {
  /** The Nest application, for tests that read its routes. */
  app: NestExpressApplication;
  port: number;
  close(): Promise<void>;
}

/** Starts the panel on its own port. The panel uses the gateway's connection pool, within the pool quota of partners' programs. */
export async function startPanel(setup: PanelSetup): Promise<RunningPanel> {
  const { environment, logger } = setup;
  const app = await NestFactory.create<NestExpressApplication>(PanelModule.forRoot(setup), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
    forceCloseConnections: false,
  });
  trustProxies(app, environment.http.trustProxy);
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(closeFaultyFraming());
  app.use(normaliseRequest());
  app.use(requestId());
  app.use(accessLog(logger));
  app.use(rejectUndecodablePath());
  app.use(trackRequester(() => ({ trafficClass: 'partners', isRejectable: true }), addressKey));
  keepIdleConnections(app.getHttpServer(), environment.http.keepAliveMs);
  acceptManyCookies(app.getHttpServer());
  await app.listen(environment.panel.port, environment.host);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    app,
    port,
    async close() {
      closeUnusedConnections(app.getHttpServer());
      await app.close();
    },
  };
}
