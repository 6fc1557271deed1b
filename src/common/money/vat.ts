import { timesRatioHalfUp, WHOLE_BP } from './ratio.js';

/** Polish VAT on premium SMS and DirectBilling. */
const VAT_BP = 2300;

/** `roundHalfUp(net × 1.23)` in minor units. */
export function grossOfNet(netMinor: number, vatBp: number = VAT_BP): number {
  return timesRatioHalfUp(netMinor, WHOLE_BP + vatBp, WHOLE_BP);
}

/** `roundHalfUp(gross / 1.23)` in minor units; VAT is gross − net. */
export function netOfGross(grossMinor: number, vatBp: number = VAT_BP): number {
  return timesRatioHalfUp(grossMinor, WHOLE_BP, WHOLE_BP + vatBp);
}
