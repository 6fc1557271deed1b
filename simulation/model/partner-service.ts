import type { ChannelFee, OperatorTariff } from './amounts.js';

/**
 * What a service sells:
 * - `phone`: DirectBilling
 * - `online`: online payments
 * - `code`: premium SMS with codes that the gateway generates
 * - `pack`: premium SMS with codes of the partner's code pack
 * - `program`: premium SMS whose reply comes from the partner's program
 */
export type ServiceKind = 'phone' | 'online' | 'code' | 'pack' | 'program';

/** A partner's service with its current commissions. */
export interface PartnerService {
  kind: ServiceKind;
  id: string;
  partnerId: string;
  /** Lower case, as in the host name of the partner's endpoints. */
  partnerName: string;
  operatorTariffs: Record<string, OperatorTariff>;
  channelFees: Record<string, ChannelFee>;
  /** First word of a premium SMS: prefix and suffix with a dot between them. */
  keyword: string;
}
