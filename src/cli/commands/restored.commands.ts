import { RestoredDatabase } from '../../platform/restored/restored-database.js';
import { changeCommand, command, noun } from '../command.js';
import { recordResult } from '../output/result.js';
import type { Session } from '../session.js';

const RELEASE_EXAMPLE = 'restored release --reason "Files imported, partners told"';

const show = command({
  description: 'print whether refunds and charges of subscriptions are held back, and since when',
  examples: ['restored show', 'restored show --json'],
  async run({ app, session }) {
    return statusResult(session, await app.get(RestoredDatabase).readRestoreTime());
  },
});

const release = changeCommand({
  description: 'let partners refund and charge subscriptions again',
  needsReason: true,
  needsConfirmation: true,
  notes: `First import the settlement files of the lost time, list the unmatched records (transaction unmatched), and tell
the partners which requests not to repeat.`,
  examples: [RELEASE_EXAMPLE],
  async run({ app, session }) {
    await session.confirm('Refunds and charges that partners repeat are executed again. Tell the partners first which ones not to repeat.');
    const wasHeldBack = await app.get(RestoredDatabase).release();
    return statusResult(session, null, wasHeldBack ? 'Partners may refund and charge again.' : 'Nothing was held back.');
  },
});

const statusResult = (session: Session, since: Date | null, ...remarks: string[]) =>
  recordResult({ held_back: since !== null, restored_at: session.timestamp(since) }, ...remarks);

export const restored = noun({
  notes: `After the database was restored to an earlier time, refunds and charges of subscriptions are rejected with 503,
because partners could repeat requests whose records were lost.`,
  examples: ['restored show', RELEASE_EXAMPLE],
  commands: { show, release },
});
