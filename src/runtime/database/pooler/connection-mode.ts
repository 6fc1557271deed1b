import type { DataSource, QueryRunner } from 'typeorm';

/** Several checks, because another client of the pooler may get the session between two statements. */
const MAX_CHECKS = 20;

export type ConnectionMode = 'direct' | 'session' | 'shared';

/**
 * Detects how connections reach the server:
 * * `direct`: without a pooler. Each connection has its own session.
 * * `session`: through a pooler that assigns one session to each connection while the connection is open.
 * * `shared`: through a pooler that shares sessions, with their prepared statements and settings, between transactions of several
 *   connections.
 *
 * Behind a pooler, the process id for cancelling is not the id of a session. Sessions are shared when the second connection gets the
 * session of the first, or when the first connection gets another session than before.
 */
export async function detectConnectionMode(source: DataSource): Promise<ConnectionMode> {
  const [first, second] = [source.createQueryRunner(), source.createQueryRunner()];
  try {
    const { processID } = (await first.connect()) as { processID: number | null };
    const firstSession = await sessionOf(first);
    if (firstSession === processID) return 'direct';
    for (let check = 0; check < MAX_CHECKS; check += 1) {
      if (await isShared(firstSession, first, second)) return 'shared';
    }
    return 'session';
  } catch (error) {
    // A pooler with this error shares a session even within a transaction.
    if (error instanceof Error && /statement pooling/.test(error.message)) return 'shared';
    throw error;
  } finally {
    await Promise.all([first.release(), second.release()]);
  }
}

/** The second connection keeps its session in a transaction, so that the first connection does not get its old session again by chance. */
async function isShared(firstSession: number, first: QueryRunner, second: QueryRunner): Promise<boolean> {
  if ((await sessionOf(first)) !== firstSession) return true;
  await second.startTransaction();
  try {
    return (await sessionOf(second)) === firstSession || (await sessionOf(first)) !== firstSession;
  } finally {
    await second.rollbackTransaction();
  }
}

async function sessionOf(runner: QueryRunner): Promise<number> {
  const [row] = (await runner.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
  return row.pid;
}
