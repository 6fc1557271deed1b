import type { RefusalReason } from '../../connectors/operators/operator.port.js';

/**
 * Why a transaction was rejected: the operator's reason, or one of two reasons of the gateway.
 * - `too_many_codes`: the payer entered a wrong code in the last try of the last code.
 * - `expired`: the payer did not pay in time.
 */
export type Rejection = RefusalReason | 'too_many_codes' | 'expired';
