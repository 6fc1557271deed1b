import type { PartnerService } from './partner-service.js';

/** Net prices of the contract in grosz, by short number. */
export const SMS_PRICES: Readonly<Record<number, number>> = { 7055: 50, 7255: 200, 7636: 600, 92555: 2500 };

/** A premium SMS that a payer sent. */
export interface SmsSale {
  kind: 'sms';
  name: string;
  service: PartnerService;
  shortNumber: number;
  net: number;
  gross: number;
  /** Whether the ledger has its entry. */
  isPosted: boolean;
  /** The distinct replies to the payer. */
  replies: Set<string>;
  /** Number of checks that reported the code as unused. */
  unusedResponses: number;
  /** Number of calls of the partner's program about this message. */
  callCount: number;
}
