import { InvalidArgumentError } from 'commander';
import { isIP } from 'node:net';
import { isHttpUrl } from '../../common/validation/is-http-url.js';
import { checkTargetUrl, TARGET_PROBLEM_MESSAGES } from '../../platform/outbound/check-target-url.js';
import { TargetPolicy } from '../../platform/outbound/target-policy.js';
import { isNetwork } from '../../common/is-network.js';
import type { Session } from '../session.js';
import { UserError } from '../user-error.js';
import { durationSeconds } from './times.js';

export function parseNotifyUrl(text: string): string {
  if (!isHttpUrl(text))
    throw new InvalidArgumentError('It must be an http or https URL without user name and password, such as https://shop.example/ipn.');
  return text;
}

export function parseNetwork(text: string): string {
  const [address = ''] = text.split('/');
  if (isIP(address) === 0 || !isNetwork(text)) {
    throw new InvalidArgumentError('It must be an IPv4 or IPv6 address or a CIDR, such as 203.0.113.7 or 2001:db8::/32.');
  }
  return text;
}

const USER_AGENT = /^[!-~](?:[ -~]{0,118}[!-~])?$/;

/** The User-Agent of notifications. Some receivers read a version after its first slash. */
export function parseUserAgent(text: string): string {
  if (!USER_AGENT.test(text)) throw new InvalidArgumentError('It must have 1 to 120 printable ASCII characters, such as Shop-IPN/2.0.');
  return text;
}

const MAX_RETRY_STEPS = 50;
const MAX_STEP_SECONDS = 30 * 86_400;

/** `0,5,30,2m,1h`: waiting time before each attempt, in seconds. The error names the word for the default schedule, too. */
export function parseRetrySchedule(text: string): number[] {
  const steps = text.split(',').map(durationSeconds);
  const validSteps = steps.filter((step) => step !== null && step <= MAX_STEP_SECONDS) as number[];
  if (validSteps.length !== steps.length || steps.length > MAX_RETRY_STEPS) {
    throw new InvalidArgumentError(`It must be "default" or 1 to ${MAX_RETRY_STEPS} waiting times of at most 30d, such as 0,5,30,2m,1h.`);
  }
  return validSteps;
}

/**
 * Rejects a URL of a partner that the gateway would never send to.
 * @throws UserError with the rule, and for a forbidden network the setting that allows more.
 */
export function requireAllowedTarget(session: Session, url: string): void {
  const problem = checkTargetUrl(url, new TargetPolicy(session.environment.webhook.allowedNetworks));
  if (!problem) return;
  const remedy = problem === 'FORBIDDEN_ADDRESS' ? ' WEBHOOK_ALLOWED_NETWORKS allows your own networks.' : '';
  throw UserError.usage(`Requests cannot be sent to ${url}. ${TARGET_PROBLEM_MESSAGES[problem]}${remedy}`);
}
