import { FAILURE_REASONS, type FailureReason, TICKET_CODE_OF } from '../../../src/connectors/acquirers/port/failure-reasons.js';

/** Every reason for which a channel may refuse, and the code that partners get. */
export const REFUSALS = FAILURE_REASONS.map((reason): [FailureReason, string] => [reason, TICKET_CODE_OF[reason] ?? 'GENERAL_ERROR']);
