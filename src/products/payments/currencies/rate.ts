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

function scaled(rate: string): number {
  const [, whole, decimals] = FORM.exec(rate) ?? [];
  if (whole === undefined || decimals === undefined) throw new RangeError(`Not a rate with ${DECIMALS} decimals: ${rate}`);
  return Number(whole + decimals);
}
