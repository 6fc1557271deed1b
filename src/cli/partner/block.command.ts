import { type Command, Option } from 'commander';
import { BlockPartnerService } from '../../platform/partners/block-partner.service.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import type { Answer } from '../output/answer.js';
import { recordAnswer } from '../output/record-answer.js';
import type { Session } from '../session.js';
import { parseName } from '../values/names.js';
import { parseUuid } from '../values/identifiers.js';
import { requirePartner } from './require-partner.js';

const EXAMPLE_ID = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';
const NOTE = `
All its tokens are refused (401) and no SMS is sold for it, on every process within a second. What payers have begun goes on to its end, and
the partner's notifications are delivered: that money was taken. Nothing is lost, and "partner unblock" undoes it.`;

export function addPartnerBlock(partner: Command, runner: CommandRunner): void {
  partner
    .command('block')
    .description('stop a partner as a whole: nothing more is sold for it')
    .argument('<id>', 'which partner', parseUuid)
    .addOption(new Option('--reason <text>', 'why, for whoever finds it blocked').argParser(parseName).makeOptionMandatory())
    .addHelpText('after', NOTE)
    .addHelpText('after', examples(`partner block ${EXAMPLE_ID} --reason "Sells what is forbidden, ticket 4711"`))
    .action(
      runner.action(async (session, id: string, { reason }: { reason: string }) => {
        const app = await session.application();
        await requirePartner(app, id);
        const isNew = await app.get(BlockPartnerService).block(id, reason);
        return answer(session, id, isNew ? `To undo it: ${CALL} partner unblock ${id}` : 'It was blocked before. Nothing was done now.');
      }),
    );
}

export function addPartnerUnblock(partner: Command, runner: CommandRunner): void {
  partner
    .command('unblock')
    .description('let a partner sell again')
    .argument('<id>', 'which partner', parseUuid)
    .addHelpText('after', examples(`partner unblock ${EXAMPLE_ID}`))
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        await requirePartner(app, id);
        const wasBlocked = await app.get(BlockPartnerService).unblock(id);
        return answer(session, id, wasBlocked ? 'Its tokens work again.' : 'It was not blocked. Nothing was done.');
      }),
    );
}

async function answer(session: Session, partnerId: string, remark: string): Promise<Answer> {
  const { id, name, blockedAt, blockedReason } = await requirePartner(await session.application(), partnerId);
  return recordAnswer({ id, name, blocked_at: session.timestamp(blockedAt), blocked_reason: blockedReason }, remark);
}
