import { RestoredDatabase } from '../../platform/restored/restored-database.js';
import type { CliCommand } from '../cli-command.js';
import { recordResult } from '../output/result.js';
import type { Session } from '../session.js';

export function addRestoredCommands(restored: CliCommand): void {
  restored
    .notes(
      `After a return to an earlier moment refunds and charges of subscriptions are answered 503: partners could repeat what was lost.`,
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
    .withApplication(async ({ app, session }) => answer(session, await app.get(RestoredDatabase).since()));
}

function addRestoredRelease(restored: CliCommand): void {
  restored
    .command('release')
    .changes({ reason: 'required', asks: true })
    .description('let partners refund and charge subscriptions again')
    .notes('First import the files of the lost time, list what is unmatched, and tell the partners what not to repeat.')
    .examples('restored release --reason "Files imported, partners told"')
    .withApplication(async ({ app, session }) => {
      await session.confirm('What partners repeat is done again, unless they were told.');
      const was = await app.get(RestoredDatabase).release();
      return answer(session, null, was ? 'Partners may refund and charge again.' : 'Nothing was held back.');
    });
}

const answer = (session: Session, since: Date | null, ...remarks: string[]) =>
  recordResult({ held_back: since !== null, restored_at: since && session.timestamp(since) }, ...remarks);
