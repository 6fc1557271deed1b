import { RestoredDatabase } from '../../platform/restored/restored-database.js';
import type { CliCommand } from '../cli-command.js';
import { recordResult } from '../output/result.js';
import type { Session } from '../session.js';

export function addRestoredCommands(restored: CliCommand): void {
  restored
    .notes(
      'After the database was restored to an earlier time, refunds and charges of subscriptions are rejected with 503,',
      'because partners could repeat requests whose records were lost.',
    )
    .examples('restored show', 'restored release --reason "Files imported, partners told"');
  addRestoredShow(restored);
  addRestoredRelease(restored);
}

function addRestoredShow(restored: CliCommand): void {
  restored
    .command('show')
    .description('print whether refunds and charges of subscriptions are held back, and since when')
    .examples('restored show', 'restored show --json')
    .withApplication(async ({ app, session }) => statusResult(session, await app.get(RestoredDatabase).readRestoreTime()));
}

function addRestoredRelease(restored: CliCommand): void {
  restored
    .command('release')
    .changes({ reason: 'required', needsConfirmation: true })
    .description('let partners refund and charge subscriptions again')
    .notes(
      'First import the settlement files of the lost time, list the unmatched records (transaction unmatched), and tell',
      'the partners which requests not to repeat.',
    )
    .examples('restored release --reason "Files imported, partners told"')
    .withApplication(async ({ app, session }) => {
      await session.confirm(
        'Refunds and charges that partners repeat are executed again. Tell the partners first which ones not to repeat.',
      );
      const wasHeldBack = await app.get(RestoredDatabase).release();
      return statusResult(session, null, wasHeldBack ? 'Partners may refund and charge again.' : 'Nothing was held back.');
    });
}

const statusResult = (session: Session, since: Date | null, ...remarks: string[]) =>
  recordResult({ held_back: since !== null, restored_at: since && session.timestamp(since) }, ...remarks);
