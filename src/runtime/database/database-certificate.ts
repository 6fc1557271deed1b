import { Client } from 'pg';
import { shownCertificate, type ShownCertificate } from '../certificates/shown-certificate.js';

/** Opens a new connection, because open connections do not show a renewed certificate. @returns an empty list without TLS. */
export async function databaseCertificate(connectionString: string, connectionTimeoutMillis: number): Promise<ShownCertificate[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis, application_name: 'gateway certificates' });
  if (!client.ssl) return [];
  client.on('error', () => undefined);
  try {
    await client.connect();
    const shown = shownCertificate(client.connection.stream);
    return shown ? [shown] : [];
  } finally {
    await client.end();
  }
}
