import { timesRatioHalfUp } from '../../../common/money/ratio.js';

const DECIMALS = 10;
const SCALE = 10 ** DECIMALS;
const FORM = new RegExp(`^(\\d{1,5})\\.(\\d{${DECIMALS}})$`);

export const PLN = 'PLN';
export const PLN_RATE = `1.${'0'.repeat(DECIMALS)}`;

/** Grosz of an amount, half up. @param rate decimal text with ten decimals. @throws RangeError for any other text */
export function plnValue(amountMinor: number, rate: string): number {
  return timesRatioHalfUp(amountMinor, scaled(rate), SCALE);
}

/** A rate moves by less than that from one table to the next, unless it is a mistake or the money itself was changed. */
const MOST_CHANGE = 2;

/** Whether somebody should look before a rate counts. */
export function isJump(last: string, next: string): boolean {
  const [a, b] = [scaled(last), scaled(next)];
  return Math.max(a, b) > MOST_CHANGE * Math.min(a, b);
}

function scaled(rate: string): number {
  const [, whole, decimals] = FORM.exec(rate) ?? [];
  if (whole === undefined || decimals === undefined) throw new RangeError(`Not a rate with ${DECIMALS} decimals: ${rate}`);
  return Number(whole + decimals);
}
