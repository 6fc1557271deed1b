import { codeOf, reasonOf } from '../common/errors/error-shape.js';
import { UnusableSettingError } from '../common/errors/unusable-setting.js';
import { PartnerBlockedError, ReferenceTakenError } from '../platform/ledger/manual/manual-entry-rejected.js';
import { InvalidFileError, FileAlreadyImportedError } from '../platform/ledger/files/file-rejected.js';
import { PeriodNotOverError } from '../platform/ledger/settlement/period-not-over.js';
import { WalletBalanceTooLowError } from '../platform/ledger/wallet-balance-too-low.js';
import { CLI_COMMAND } from '../runtime/cli-command.js';
import { EmbeddedPostgresError } from '../runtime/database/embedded/embedded-postgres.js';
import { MigrationInProgressError } from '../runtime/database/schema/migration-lock.js';
import { RoleMayCreateError } from '../runtime/database/schema/privileges.js';
import { PrereleaseSchemaError } from '../runtime/database/schema/reject-prerelease-schema.js';
import { databaseTlsProblem } from '../runtime/database/tls-problem.js';
import { EXIT, UserError } from './user-error.js';

export interface Explanation {
  message: string;
  exitCode: number;
  /** True for an error that the code does not handle. The stack trace of such an error helps to fix the cause. */
  unexpected: boolean;
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Errors whose messages say what to do. */
const EXPECTED = [
  InvalidFileError,
  EmbeddedPostgresError,
  FileAlreadyImportedError,
  PrereleaseSchemaError,
  MigrationInProgressError,
  PartnerBlockedError,
  PeriodNotOverError,
  ReferenceTakenError,
  RoleMayCreateError,
  UnusableSettingError,
  WalletBalanceTooLowError,
];

/** PostgreSQL error codes whose cause the user can fix, each with a message. */
const DATABASE_PROBLEMS: Record<string, string> = {
  '28000': 'The database refuses the user of DATABASE_URL. Check its name and password.',
  '28P01': 'The database refuses the password of DATABASE_URL. Check its name and password.',
  '3D000': 'The database that DATABASE_URL names does not exist. Create it, or correct its name.',
  '42501': `The database role lacks a privilege. DATABASE_OWNER_URL must name the owner of the schema. "${CLI_COMMAND} migrate" grants the application its privileges.`,
  '40P01': 'Two commands changed the same rows at the same time, and this one was stopped. Repeat it.',
  '53300': 'The database has no connection left. Try again, or raise its max_connections.',
  '57P03': 'The database is starting or stopping. Try again in a moment.',
};

export function explainError(error: unknown): Explanation {
  const expected = (message: string, exitCode: number = EXIT.failed): Explanation => ({ message, exitCode, unexpected: false });
  if (error instanceof UserError) return expected(error.message, error.exitCode);
  if (EXPECTED.some((errorClass) => error instanceof errorClass)) return expected(reasonOf(error));
  const code = codeOf(error) ?? '';
  if (UNREACHABLE.has(code)) return expected(`The database or Redis cannot be reached (${code}). Check DATABASE_URL and REDIS_URL.`);
  const tlsProblem = databaseTlsProblem(error);
  if (tlsProblem !== null) return expected(tlsProblem);
  const databaseProblem = DATABASE_PROBLEMS[code];
  if (databaseProblem) return expected(`${databaseProblem} (${reasonOf(error)})`);
  return { message: reasonOf(error), exitCode: EXIT.failed, unexpected: true };
}
