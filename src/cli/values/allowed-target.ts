import { checkTargetUrl, TARGET_PROBLEM_SENTENCES } from '../../platform/outbound/check-target-url.js';
import { TargetPolicy } from '../../platform/outbound/target-policy.js';
import type { Session } from '../session.js';
import { UserError } from '../user-error.js';

/**
 * Refuses an address of a partner's that nothing would ever be sent to.
 * @throws UserError naming the rule, and the setting that widens it.
 */
export function requireAllowedTarget(session: Session, url: string): void {
  const problem = checkTargetUrl(url, new TargetPolicy(session.environment.webhook.allowedNetworks));
  if (!problem) return;
  const remedy = problem === 'FORBIDDEN_ADDRESS' ? ' WEBHOOK_ALLOWED_NETWORKS lets networks of your own through.' : '';
  throw UserError.usage(`Nothing can be sent to ${url}. ${TARGET_PROBLEM_SENTENCES[problem]}${remedy}`);
}
