import { MANDATE_BUGS } from './mandate-bugs.js';
import { ALIAS_BUGS } from './alias-bugs.js';
import type { Bug } from './bug.js';
import { MANUAL_ENTRY_BUGS } from './manual-entry-bugs.js';
import { CHARGE_BUGS } from './charge-bugs.js';
import { CHARGEBACK_BUGS } from './chargeback-bugs.js';
import { CONFLICT_BUGS } from './conflict-bugs.js';
import { REFUND_BUGS } from './refund-bugs.js';
import { LEDGER_BUGS } from './ledger-bugs.js';
import { ONLINE_BUGS } from './online-bugs.js';
import { DIRECT_BILLING_BUGS } from './direct-billing-bugs.js';
import { PLATFORM_BUGS } from './platform-bugs.js';
import type { EpisodeKind } from '../steps/write-steps.js';

const inEpisodes = (episodeKind: EpisodeKind, bugs: readonly Bug[]): Bug[] => bugs.map((bug) => ({ ...bug, episodeKind }));

export const BUGS: readonly Bug[] = [
  ...inEpisodes('sales', [
    ...DIRECT_BILLING_BUGS,
    ...ONLINE_BUGS,
    ...REFUND_BUGS,
    ...CONFLICT_BUGS,
    ...CHARGEBACK_BUGS,
    ...LEDGER_BUGS,
    ...MANUAL_ENTRY_BUGS,
    ...PLATFORM_BUGS,
  ]),
  ...inEpisodes('mandates', [...ALIAS_BUGS, ...MANDATE_BUGS, ...CHARGE_BUGS]),
];

/** @throws RangeError for an unknown name. */
export function findBug(name: string): Bug {
  const bug = BUGS.find((candidate) => candidate.name === name);
  if (!bug) throw new RangeError(`There is no bug ${name}. The bugs are: ${BUGS.map((each) => each.name).join(', ')}`);
  return bug;
}
