import type { LoggableRequest } from '../../runtime/http/log-path.js';
import type { ClientTier } from '../partners/tokens/client-tier.js';
import type { Area, ServiceStatus } from '../partners/services/service-status.js';

/** Who calls, as the access guard established it. */
export interface Caller {
  tokenId: string;
  partnerId: string;
  /** Services the token is limited to; empty means all of the partner's. */
  serviceIds: readonly string[];
}

/** The service of the path, known to be the caller's. */
export interface ServiceRef {
  id: string;
  partnerId: string;
  area: Area;
  name: string;
  status: ServiceStatus;
}

/** A request with what the guard found out about it. */
export interface AccessRequest extends LoggableRequest {
  /** Client generation of the token; null: it follows the reference. Set before access is granted, because refusals depend on it, too. */
  compatibility?: ClientTier | null;
  /** Set when the guard has let the request in. */
  caller?: Caller;
  /** The raw body, read once the caller is known; `body` is its value. */
  bodyBytes?: Buffer;
  service?: ServiceRef;
}
