import { ONLINE } from './online.js';
import { OTHERS } from './others.js';
import type { Tamper } from './tamper.js';

/** All tamperings that `ledger verify` finds. */
export const TAMPERS: readonly Tamper[] = [ONLINE, OTHERS].flatMap((area) =>
  Object.entries(area).flatMap(([names, tampers]) => tampers.map((tamper) => ({ ...tamper, names }))),
);
