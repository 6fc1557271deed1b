import type { Command } from 'commander';
import { BlockPartnerService } from '../../platform/partners/block-partner.service.js';
import { CreatePartnerService } from '../../platform/partners/create-partner.service.js';
import { PartnerListQuery, type PartnerSummary } from '../../platform/partners/partner-list.query.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { type Answer, listAnswer, recordAnswer } from '../output/answer.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { parseUuid } from '../values/identifiers.js';
import { parseName } from '../values/names.js';
import { requirePartner } from '../values/require-existing.js';
import { addPartnerStatement } from './partner-statement.command.js';

const PARTNER = viewOf<PartnerSummary>()({
  id: 'id',
  name: 'name',
  services: 'services',
  tokens: 'tokens',
  demo: 'demo',
  created_at: 'createdAt',
  blocked_at: 'blockedAt',
  blocked_reason: 'blockedReason',
});

export function addPartnerCommands(program: Command, runner: CommandRunner): void {
  const partner = program
    .command('partner')
    .description('merchants that the gateway is run for')
    .addHelpText('after', examples('partner create "Flower Shop"', 'partner list'));
  addPartnerCreate(partner, runner);
  addPartnerList(partner, runner);
  addPartnerBlock(partner, runner);
  addPartnerUnblock(partner, runner);
  addPartnerStatement(partner, runner);
}

function addPartnerCreate(partner: Command, runner: CommandRunner): void {
  partner
    .command('create')
    .description('create a partner')
    .argument('<name>', 'name that payers see as the seller', parseName)
    .addHelpText('after', examples('partner create "Flower Shop"'))
    .action(
      runner.action(async (session, name: string) => {
        const app = await session.application();
        const { id, createdAt } = await app.get(CreatePartnerService).run({ name });
        const next = `Next: ${CALL} service create --partner ${id} --area directbilling --name "My service"`;
        return recordAnswer({ id, name, created_at: session.timestamp(createdAt) }, next);
      }),
    );
}

function addPartnerList(partner: Command, runner: CommandRunner): void {
  partner
    .command('list')
    .description('list all partners with the number of their services and valid tokens')
    .addHelpText('after', examples('partner list', 'partner list --json'))
    .action(
      runner.action(async (session) => {
        const app = await session.application();
        const partners = await app.get(PartnerListQuery).run();
        return listAnswer(session, PARTNER, partners, `No partners yet. Make one: ${CALL} partner create "Flower Shop"`);
      }),
    );
}

const EXAMPLE_ID = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';
const NOTE = `
All its tokens are refused (401) and no SMS is sold for it, on every process within a second. What payers have begun goes on to its end, and
the partner's notifications are delivered: that money was taken. Nothing is lost, and "partner unblock" undoes it.`;

function addPartnerBlock(partner: Command, runner: CommandRunner): void {
  partner
    .command('block')
    .description('stop a partner as a whole: nothing more is sold for it')
    .argument('<id>', 'which partner', parseUuid)
    .requiredOption('--reason <text>', 'why, shown by "partner list"', parseName)
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

function addPartnerUnblock(partner: Command, runner: CommandRunner): void {
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
