import { Client, type QueryResultRow } from 'pg';
import type { DebianPostgres } from '../deploy/support/debian-postgres.js';
import { freePort } from '../support/free-port.js';

/** A second server that repeats what the first one writes, made as the guides of PostgreSQL say. */
export class StreamingReplica {
  private constructor(
    private readonly primary: DebianPostgres,
    private readonly port: number,
  ) {}

  static async of(primary: DebianPostgres): Promise<StreamingReplica> {
    const replica = new StreamingReplica(primary, await freePort());
    await primary.run(`pg_basebackup -d '${primary.superuserUrl('postgres')}' -D replica -R --checkpoint=fast`);
    await replica.start();
    return replica;
  }

  /** The same database as an address of the primary's, here. */
  at(url: string): string {
    const here = new URL(url);
    here.port = String(this.port);
    return here.href;
  }

  async start(): Promise<void> {
    await this.primary.run(`pg_ctl start -w -D replica -l replica.log -o '-p ${this.port}'`);
  }

  async stop(): Promise<void> {
    await this.primary.run('pg_ctl stop -w -m immediate -D replica');
  }

  /** As the superuser. */
  async sql<T extends QueryResultRow>(text: string): Promise<T[]> {
    const client = new Client({ connectionString: this.at(this.primary.superuserUrl('postgres')) });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  }
}
