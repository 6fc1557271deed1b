import { runMigrations } from 'bullmq';
import { Client } from 'pg';

/** Schema of BullMQ's tables when the queue runs on PostgreSQL. */
export const QUEUE_SCHEMA = 'bullmq';

/**
 * All queues. The migration creates their sequences. BullMQ would create them on first use with the application's role, which may not
 * create objects.
 */
export const QUEUES = { webhooks: 'webhooks' } as const;

/**
 * Creates or updates BullMQ's own schema as the owner of the database. It can be repeated, and concurrent processes run it one after
 * another. The application's role needs USAGE on the schema, SELECT, INSERT, UPDATE and DELETE on its tables, USAGE on its sequences and
 * EXECUTE on its functions.
 */
export async function migrateQueueSchema(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'gateway migrate' });
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
    await client.query(PIN_FUNCTIONS);
    for (const queue of Object.values(QUEUES)) await client.query(CREATE_SEQUENCE.replace('$queue', client.escapeLiteral(queue)));
  } finally {
    await client.end();
  }
}

/** Sets the search path of BullMQ's functions. Their own search path is missing or would prefer temporary tables. */
const PIN_FUNCTIONS = `
  DO $$
  DECLARE
    function regprocedure;
  BEGIN
    FOR function IN SELECT oid FROM pg_catalog.pg_proc WHERE pronamespace = '${QUEUE_SCHEMA}'::regnamespace AND prokind IN ('f', 'p') LOOP
      EXECUTE format('ALTER ROUTINE %s SET search_path = ${QUEUE_SCHEMA}, pg_temp', function);
    END LOOP;
  END $$`;

const CREATE_SEQUENCE = `
  DO $$
  BEGIN
    EXECUTE format('CREATE SEQUENCE IF NOT EXISTS ${QUEUE_SCHEMA}.%I', ${QUEUE_SCHEMA}.job_id_seq_name($queue));
  END $$`;
