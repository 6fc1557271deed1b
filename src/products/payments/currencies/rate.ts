import { timesRatioHalfUp } from '../../../common/money/ratio.js';

const DECIMALS = 10;
const SCALE = 10 ** DECIMALS;
const FORM = new RegExp(`^\\d{1,5}\\.\\d{${DECIMALS}}$`);

export const PLN = 'PLN';
export const PLN_RATE = `1.${'0'.repeat(DECIMALS)}`;

/** Value of an amount in grosz, rounded half up. @param rate text with ten decimals. @throws RangeError for any other text. */
export function plnValue(amountMinor: number, rate: string): number {
  return timesRatioHalfUp(amountMinor, scaled(rate), SCALE);
}

/** A larger change from one table to the next is a mistake, or the currency was redenominated. */
const MAX_CHANGE = 2;

/** Whether staff should check a rate before it is used. */
export function isJump(last: string, next: string): boolean {
  const [a, b] = [scaled(last), scaled(next)];
  return Math.max(a, b) > MAX_CHANGE * Math.min(a, b);
}

function scaled(rate: string): number {
  if (!FORM.test(rate)) throw new RangeError(`Not a rate with ${DECIMALS} decimals: ${rate}`);
  return Number(rate.replace('.', ''));
}
