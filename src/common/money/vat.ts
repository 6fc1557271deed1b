import { timesRatioHalfUp, HUNDRED_PERCENT_BP } from './ratio.js';

/** Polish VAT on premium SMS and DirectBilling. */
const VAT_BP = 2300;

/** `roundHalfUp(net × 1.23)` in minor units. */
export function grossOfNet(netMinor: number, vatBp: number = VAT_BP): number {
  return timesRatioHalfUp(netMinor, HUNDRED_PERCENT_BP + vatBp, HUNDRED_PERCENT_BP);
}

/** `roundHalfUp(gross / 1.23)` in minor units; VAT is gross − net. */
export function netOfGross(grossMinor: number, vatBp: number = VAT_BP): number {
  return timesRatioHalfUp(grossMinor, HUNDRED_PERCENT_BP, HUNDRED_PERCENT_BP + vatBp);
}
