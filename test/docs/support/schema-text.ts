import type { Client } from 'pg';
import { functionTexts, grantTexts } from './schema-functions.js';
import { tableTexts } from './schema-tables.js';

/** The schemas of the gateway. The schema of the queue belongs to BullMQ. */
const SCHEMAS = ['public', 'sandbox'];

/** The name of the application's role in the document. The server may use another name. */
const DOCUMENTED_ROLE = 'gateway_app';

const HEAD = `-- The database after all migrations, only for reading. "npm run docs" writes this file from PostgreSQL's catalogue, and it is the same for
-- every supported version. Monthly partitions, which the program creates and drops over time, and the schema of BullMQ are left out.`;

/** All tables, functions and grants, each kind sorted by name. @param appRole name of the application's role on this server. */
export async function schemaText(client: Client, appRole: string): Promise<string> {
  const parts = [HEAD];
  for (const schema of SCHEMAS) {
    if (schema !== 'public') parts.push(`CREATE SCHEMA ${schema};`);
    parts.push(...(await tableTexts(client, schema)), ...(await functionTexts(client, schema)));
  }
  const grants = (await grantTexts(client, SCHEMAS, appRole)).map((grant) => grant.replaceAll(`TO ${appRole};`, `TO ${DOCUMENTED_ROLE};`));
  return `${[...parts, grants.join('\n')].join('\n\n')}\n`;
}
