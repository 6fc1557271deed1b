import type { Operator } from '../../../connectors/operators/operator.port.js';

/** How an operator is shown: its name, and a monogram of the gateway's own instead of a trademark. */
export const OPERATOR_FACES: Record<Operator, { name: string; monogram: string }> = {
  orange: { name: 'Orange', monogram: 'Or' },
  play: { name: 'Play', monogram: 'Pl' },
  't-mobile': { name: 'T-Mobile', monogram: 'TM' },
  plus: { name: 'Plus', monogram: 'Ps' },
};
