import { certificateProblem } from '../certificates/certificate-problem.js';

/** @returns why TLS with the database failed and what to do. Null when the error has another cause. */
export function databaseTlsProblem(error: unknown): string | null {
  if (error instanceof Error && error.message === 'The server does not support SSL connections')
    return 'The database does not support TLS, which sslmode in DATABASE_URL requires. Turn it on in the server (ssl = on), or leave sslmode out.';
  const problem = certificateProblem(error);
  if (problem === null) return null;
  return (
    `The database has a certificate that ${problem}. Use a host name of the certificate, and name the authority that issued it ` +
    'in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem'
  );
}
