import type { ShownRequest } from '../../runtime/http/shown-path.js';
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

/** A request as the guard comes to know it. */
export interface AccessRequest extends ShownRequest {
  /** Generation of client the token was made for; null: one that follows the reference. Known with the token, before anything is granted. */
  compatibility?: ClientTier | null;
  /** There once the guard has let it in. */
  caller?: Caller;
  /** The body as it came, once it is known who calls; `body` is its value. */
  bodyBytes?: Buffer;
  service?: ServiceRef;
}
