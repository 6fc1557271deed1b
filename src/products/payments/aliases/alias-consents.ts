import type { PaymentAlias } from './payment-alias.entity.js';

/** What a PAYID was given for: an alias of that type lives and ends with its subscription, which alone knows how. */
export abstract class AliasConsents {
  /**
   * Ends the subscription of a PAYID at its partner's wish, and the alias with it. Nothing happens when it is over already. The caller holds
   * no lock and no connection.
   */
  abstract end(alias: PaymentAlias, reason: string | null): Promise<void>;
}
