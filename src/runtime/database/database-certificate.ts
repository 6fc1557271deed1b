import { Client } from 'pg';
import { certificateView, type CertificateView } from '../certificates/certificate-view.js';

/** Opens a new connection, because open connections do not show a renewed certificate. @returns an empty list without TLS. */
export async function databaseCertificate(connectionString: string, connectionTimeoutMillis: number): Promise<CertificateView[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis, application_name: 'gateway certificates' });
  if (!client.ssl) return [];
  client.on('error', () => undefined);
  try {
    await client.connect();
    const certificate = certificateView(client.connection.stream);
    return certificate ? [certificate] : [];
  } finally {
    await client.end();
  }
}
