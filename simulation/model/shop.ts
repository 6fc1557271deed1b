import type { Fee, Terms } from './amounts.js';

export type ServiceKind = 'phone' | 'online' | 'code' | 'pack' | 'program';

/** A partner's service and its current commissions. */
export interface PartnerService {
  kind: ServiceKind;
  id: string;
  partnerId: string;
  /** Id of the partner. */
  partnerName: string;
  operators: Record<string, Terms>;
  channels: Record<string, Fee>;
  keyword: string;
}
