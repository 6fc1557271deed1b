import type { RefusalReason } from '../../connectors/operators/operator.port.js';

/** Why a transaction was rejected: the operator's reason, or a reason of the gateway. */
export type Rejection = RefusalReason | 'too_many_codes' | 'expired';
