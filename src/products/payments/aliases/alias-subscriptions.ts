import type { AliasSubscriptionResponse } from './alias-subscription.response.js';

/** The subscriptions that PAYID aliases were given for, as the list of aliases shows them. */
export abstract class AliasSubscriptions {
  /** By the alias's id. @param zone time zone that timestamps are printed in. */
  abstract of(aliasIds: readonly string[], zone: string): Promise<ReadonlyMap<string, AliasSubscriptionResponse>>;
}
