import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { Environment } from '../config/environment.js';
import { LOGGER } from '../logging/logger.js';
import { VERSION } from '../version.js';
import { Metrics } from './metrics.js';
import { GaugeCollector } from './gauge-collector.js';

/** Serves `/metrics` when `METRICS_PORT` is set, on a separate port that partners cannot reach. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnModuleDestroy {
  private server?: Server;

  constructor(
    private readonly metrics: Metrics,
    private readonly gauges: GaugeCollector,
    private readonly environment: Environment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  get port(): number | null {
    return (this.server?.address() as AddressInfo | null | undefined)?.port ?? null;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { port, host } = this.environment.metrics;
    if (port === undefined) return;
    const help = 'Always 1, with the role and the version of this process.';
    const info = new Gauge({ name: 'gateway_process_info', help, labelNames: ['role', 'version'], registers: [this.metrics.registry] });
    info.set({ role: this.environment.app.role, version: VERSION }, 1);
    const server = createServer(
      (request, response) =>
        void this.respond(request.url ?? '', (status, type, body) => response.writeHead(status, { 'Content-Type': type }).end(body)),
    );
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    this.server = server;
  }

  async onModuleDestroy(): Promise<void> {
    const { server } = this;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private async respond(url: string, send: (status: number, type: string, body: string) => void): Promise<void> {
    if (url !== '/metrics') return send(404, 'text/plain', 'Only /metrics is here.\n');
    try {
      await this.gauges.read();
      send(200, this.metrics.registry.contentType, await this.metrics.registry.metrics());
    } catch (error) {
      this.log.warn({ err: error }, 'could not collect the metrics');
      send(503, 'text/plain', 'The metrics could not be collected.\n');
    }
  }
}
