import { FAILURE_REASONS, type FailureReason, TICKET_CODE_OF } from '../../../src/connectors/channels/port/failure-reasons.js';

/** Whatever a channel may refuse for, and what partners are told. */
export const REFUSALS = FAILURE_REASONS.map((reason): [FailureReason, string] => [reason, TICKET_CODE_OF[reason] ?? 'GENERAL_ERROR']);
