import { timesRatioHalfUp } from '../../../common/money/ratio.js';

const DECIMALS = 10;
const SCALE = 10 ** DECIMALS;
const RATE_FORMAT = new RegExp(`^\\d{1,5}\\.\\d{${DECIMALS}}$`);

export const PLN = 'PLN';
export const PLN_RATE = `1.${'0'.repeat(DECIMALS)}`;

/**
 * Computes the PLN value of an amount, in grosz, rounded half up.
 * @param rate PLN for one unit, as text with ten decimals.
 * @throws RangeError for any other text.
 */
export function plnValue(amountMinor: number, rate: string): number {
  return timesRatioHalfUp(amountMinor, toScaledInteger(rate), SCALE);
}

/** A rate that changes by more than this factor is probably a mistake, or the currency was redenominated. */
const MAX_CHANGE_FACTOR = 2;

/** Whether staff should check a rate before it is used. */
export function isJump(previous: string, next: string): boolean {
  const [previousScaled, nextScaled] = [toScaledInteger(previous), toScaledInteger(next)];
  return Math.max(previousScaled, nextScaled) > MAX_CHANGE_FACTOR * Math.min(previousScaled, nextScaled);
}

/** The rate times 10^10, as a whole number. */
function toScaledInteger(rate: string): number {
  if (!RATE_FORMAT.test(rate)) throw new RangeError(`Not a rate with ${DECIMALS} decimals: ${rate}`);
  return Number(rate.replace('.', ''));
}
