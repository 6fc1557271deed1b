import type { DataSource, QueryRunner } from 'typeorm';

/** Others may use the pooler at the same time, and a session be given to them in between. */
const LOOKS = 20;

export type Way = 'direct' | 'session' | 'shared';

/**
 * How connections lead to the server: each to a session of its own (`direct`), through a pooler that gives each one for as long as it
 * is open (`session`), or through one that gives sessions away between transactions (`shared`), and with them what was prepared and set.
 *
 * A pooler shows itself by the number it gives its connections for cancelling, which is no session's. That sessions are shared is seen
 * when another connection meets the one that this connection has, or this one another than before.
 */
export async function wayToServer(source: DataSource): Promise<Way> {
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

/** The other one keeps its session meanwhile, so that this one is not given it again by chance. */
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
