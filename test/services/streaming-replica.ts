import { Client, type QueryResultRow } from 'pg';
import type { DebianPostgres } from '../deploy/support/debian-postgres.js';
import { freePort } from '../support/free-port.js';

/** A second PostgreSQL server that replays the changes of the first one, created as PostgreSQL's manual says. */
export class StreamingReplica {
  private constructor(
    private readonly primary: DebianPostgres,
    private readonly port: number,
  ) {}

  static async createFrom(primary: DebianPostgres): Promise<StreamingReplica> {
    const replica = new StreamingReplica(primary, await freePort());
    await primary.run(`pg_basebackup -d '${primary.superuserUrl('postgres')}' -D replica -R --checkpoint=fast`);
    await replica.start();
    return replica;
  }

  /** @returns the URL on the replica for a database URL of the primary. */
  urlOnReplica(url: string): string {
    const replicaUrl = new URL(url);
    replicaUrl.port = String(this.port);
    return replicaUrl.href;
  }

  async start(): Promise<void> {
    await this.primary.run(`pg_ctl start -w -D replica -l replica.log -o '-p ${this.port}'`);
  }

  async stop(): Promise<void> {
    await this.primary.run('pg_ctl stop -w -m immediate -D replica');
  }

  /** Runs a statement on the replica as the superuser. */
  async sql<T extends QueryResultRow>(text: string): Promise<T[]> {
    const client = new Client({ connectionString: this.urlOnReplica(this.primary.superuserUrl('postgres')) });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  }
}
