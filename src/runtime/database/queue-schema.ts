import { runMigrations } from 'bullmq';
import { Client } from 'pg';

/** Schema of BullMQ's tables when the queue runs on PostgreSQL. */
export const QUEUE_SCHEMA = 'bullmq';

/**
 * Makes or updates BullMQ's own schema as the owner of the database. Repeating it is harmless, and processes that do it
 * together take turns. The application role needs USAGE on the schema, SELECT, INSERT, UPDATE and DELETE on its tables,
 * USAGE on its sequences and EXECUTE on its functions.
 */
export async function migrateQueueSchema(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'gateway migrate' });
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}
