import type { RefusalReason } from '../../connectors/operators/operator.port.js';

/** Why a transaction was rejected: the operator's reason, or the gateway's own. */
export type Rejection = RefusalReason | 'too_many_codes' | 'expired';
