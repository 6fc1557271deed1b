import { FAILURE_REASONS, type FailureReason, BLIK_ERROR_CODE_OF } from '../../../src/connectors/acquirers/port/failure-reasons.js';

/** All decline reasons of an acquirer, each with the error code that partners get. */
export const DECLINE_REASON_CODES = FAILURE_REASONS.map((reason): [FailureReason, string] => [
  reason,
  BLIK_ERROR_CODE_OF[reason] ?? 'GENERAL_ERROR',
]);
