import type { FieldErrors } from '../../../common/errors/domain-error.js';
import { parseAmount } from '../../../common/money/amount.js';
import { dayOrMomentProblem, parseDayOrMoment } from '../../../common/time/moment.js';
import { PLN } from '../exchange-rates/rate.js';
import type { CreateLinkRequest } from './create-link.request.js';
import type { PaymentLink } from './payment-link.entity.js';

export type LinkTerms = Pick<
  PaymentLink,
  'amountMinor' | 'minMinor' | 'maxMinor' | 'currency' | 'description' | 'control' | 'singleUse' | 'expiresAt'
>;

const MAX_YEARS_AHEAD = 10;

/** Reads a request whose fields are valid, and checks the rules across fields. @param zone time zone of days and of times without an offset. */
export function readLinkTerms(request: CreateLinkRequest, now: Date, zone: string): LinkTerms | { errors: FieldErrors } {
  const [amountMinor, minMinor, maxMinor] = [request.amount, request.minAmount, request.maxAmount].map((amount) => parseAmount(amount));
  const expiresAt = parseExpiry(request.expiresAt, now, zone);
  const errors: FieldErrors = {
    ...(amountMinor != null && minMinor != null && { minAmount: ['The minAmount is for links without an amount.'] }),
    ...(amountMinor != null && maxMinor != null && { maxAmount: ['The maxAmount is for links without an amount.'] }),
    ...(amountMinor == null &&
      (minMinor ?? 0) > (maxMinor ?? Infinity) && { maxAmount: ['The maxAmount must not be less than the minAmount.'] }),
    ...(typeof expiresAt === 'string' && { expiresAt: [expiresAt] }),
  };
  if (Object.keys(errors).length > 0 || typeof expiresAt === 'string') return { errors };
  return {
    amountMinor: amountMinor ?? null,
    minMinor: minMinor ?? null,
    maxMinor: maxMinor ?? null,
    currency: request.currency ?? PLN,
    description: request.description ?? null,
    control: request.control ?? null,
    singleUse: request.singleUse ?? false,
    expiresAt,
  };
}

/** @returns the time from which the link is closed, null when it never expires, or the error message for an invalid expiry. */
function parseExpiry(value: unknown, now: Date, zone: string): Date | string | null {
  if (value === undefined || value === null) return null;
  const end = parseDayOrMoment(value, zone)?.to;
  if (!end) return `The expiresAt ${dayOrMomentProblem(value, zone)}`;
  if (end <= now) return 'The expiresAt must lie in the future.';
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_YEARS_AHEAD);
  return end > latest ? `The expiresAt must lie at most ${MAX_YEARS_AHEAD} years ahead.` : end;
}
