/** The path prefix before a subscription's id. */
export const SUBSCRIPTIONS_PATH = '/pay/agreements';

export function subscriptionPath(subscriptionId: string, signature: string): string {
  return `${SUBSCRIPTIONS_PATH}/${subscriptionId}/${signature}`;
}
