import { ONLINE } from './online.js';
import { OTHERS } from './others.js';
import type { Tamper } from './tamper.js';

/** Every tamper that `ledger verify` notices. */
export const TAMPERS: readonly Tamper[] = [ONLINE, OTHERS].flatMap((area) =>
  Object.entries(area).flatMap(([names, tampers]) => tampers.map((tamper) => ({ ...tamper, names }))),
);
