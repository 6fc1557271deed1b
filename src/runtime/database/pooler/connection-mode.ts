import type { DataSource, QueryRunner } from 'typeorm';

/** Several looks, because other clients of the pooler may get the session in between. */
const LOOKS = 20;

export type ConnectionMode = 'direct' | 'session' | 'shared';

/**
 * How connections reach the server: `direct`, each with a session of its own; `session`, through a pooler that gives each connection one session
 * while it is open; or `shared`, through one that shares sessions, with their prepared statements and settings, between transactions.
 *
 * Behind a pooler, the process id for cancelling is no session's. Sessions are shared when another connection gets this one's session, or this
 * one gets another than before.
 */
export async function detectConnectionMode(source: DataSource): Promise<ConnectionMode> {
  const [one, other] = [source.createQueryRunner(), source.createQueryRunner()];
  try {
    const { processID } = (await one.connect()) as { processID: number | null };
    const own = await sessionOf(one);
    if (own === processID) return 'direct';
    for (let look = 0; look < LOOKS; look += 1) {
      if (await meets(own, one, other)) return 'shared';
    }
    return 'session';
  } catch (error) {
    if (error instanceof Error && /statement pooling/.test(error.message)) return 'shared'; // not even transactions
    throw error;
  } finally {
    await Promise.all([one.release(), other.release()]);
  }
}

/** The other connection holds its session meanwhile, so that this one does not get the same again by chance. */
async function meets(own: number, one: QueryRunner, other: QueryRunner): Promise<boolean> {
  if ((await sessionOf(one)) !== own) return true;
  await other.startTransaction();
  try {
    return (await sessionOf(other)) === own || (await sessionOf(one)) !== own;
  } finally {
    await other.rollbackTransaction();
  }
}

async function sessionOf(runner: QueryRunner): Promise<number> {
  const [row] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
  return row.pid;
}
