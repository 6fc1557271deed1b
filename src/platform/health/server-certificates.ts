import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CertificateView } from '../../runtime/certificates/certificate-view.js';
import { Environment } from '../../runtime/config/environment.js';
import { databaseCertificate } from '../../runtime/database/database-certificate.js';
import { GaugeCollector } from '../../runtime/metrics/gauge-collector.js';
import { redisCertificates } from '../../runtime/queue/redis-certificates.js';

const READ_INTERVAL_MS = 3_600_000;

/** Gauges of the expiry of PostgreSQL's and Redis's certificates. A renewed certificate is visible within an hour. */
@Injectable()
export class ServerCertificates implements OnModuleInit {
  private readonly certificatesByServer = new Map<string, CertificateView[]>();
  private readAt = -Infinity;

  constructor(
    private readonly gauges: GaugeCollector,
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.gauges.register({
      name: 'server-certificates',
      help: {
        server_certificate_expiry_timestamp_seconds:
          'When the certificate of PostgreSQL (database, replica) or Redis expires, in Unix time, read once an hour.',
      },
      labels: { server_certificate_expiry_timestamp_seconds: ['server', 'host'] },
      read: async () => {
        if (performance.now() - this.readAt >= READ_INTERVAL_MS) await this.readCertificates();
        const all = [...this.certificatesByServer].flatMap(([server, certificates]) =>
          certificates.map((certificate) => ({ server, ...certificate })),
        );
        return {
          server_certificate_expiry_timestamp_seconds: all.map(({ server, host, endsAt }) => ({
            labels: { server, host },
            value: endsAt.getTime() / 1000,
          })),
        };
      },
    });
  }

  private async readCertificates(): Promise<void> {
    this.readAt = performance.now();
    const { database, queue } = this.environment;
    const { options } = this.dataSource;
    const url = 'url' in options ? options.url : undefined;
    const servers: [string, () => Promise<CertificateView[]>][] = [
      ['database', async () => (url === undefined ? [] : databaseCertificate(url, database.connectionTimeoutMs))],
      [
        'replica',
        async () => (database.replicaUrl === undefined ? [] : databaseCertificate(database.replicaUrl, database.connectionTimeoutMs)),
      ],
      ['redis', () => redisCertificates(queue)],
    ];
    await Promise.all(
      servers.map(async ([server, readServer]) => {
        try {
          this.certificatesByServer.set(server, await readServer());
        } catch {
          // An unreachable server has its own alerts. The last known certificate stays.
        }
      }),
    );
  }
}
