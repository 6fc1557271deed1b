import type { ChannelFee, OperatorTariff } from './amounts.js';

/** DirectBilling, online payments, and premium SMS with generated codes, a code pack or a partner's program. */
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
