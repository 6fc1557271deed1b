import type { LoggableRequest } from '../../runtime/http/log-path.js';
import type { ClientTier } from '../partners/tokens/client-tier.js';
import type { Area, ServiceStatus } from '../partners/services/service-status.js';

/** The partner's program that calls, as the access guard identified it. */
export interface Caller {
  tokenId: string;
  partnerId: string;
  /** Services that the token is limited to. Empty means all services of the partner. */
  serviceIds: readonly string[];
}

/** The service of the path. It belongs to the caller. */
export interface ServiceRef {
  id: string;
  partnerId: string;
  area: Area;
  name: string;
  status: ServiceStatus;
}

/** A request with the results of the access guard. */
export interface AccessRequest extends LoggableRequest {
  /** Response format of the token. Null means the format of the API reference. Set before access is granted, for error responses. */
  compatibility?: ClientTier | null;
  /** Set when the guard has accepted the request. */
  caller?: Caller;
  /** The raw body, read once the caller is known. `body` is the parsed value. */
  bodyBytes?: Buffer;
  service?: ServiceRef;
}
