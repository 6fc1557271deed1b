import { BlockPartnerService } from '../../platform/partners/block-partner.service.js';
import { PartnerListQuery, type PartnerSummary } from '../../platform/partners/partner-list.query.js';
import { CLI_COMMAND, type CliCommand } from '../cli-command.js';
import { type CommandResult, listResult, recordResult } from '../output/result.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { parseUuid } from '../values/identifiers.js';
import { parseReason } from '../values/names.js';
import { requirePartner } from '../values/require-existing.js';
import { addPartnerCreate } from './partner-create.command.js';
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

export function addPartnerCommands(partner: CliCommand): void {
  partner.examples('partner create "Flower Shop"', 'partner list');
  addPartnerCreate(partner);
  addPartnerList(partner);
  addPartnerBlock(partner);
  addPartnerUnblock(partner);
  addPartnerStatement(partner);
}

function addPartnerList(partner: CliCommand): void {
  partner
    .command('list')
    .description('list all partners with the number of their services and valid tokens')
    .examples('partner list', 'partner list --json')
    .withQueries(async ({ app, session }) => {
      const partners = await app.get(PartnerListQuery).run();
      return listResult(session, PARTNER, partners, `No partners yet. Make one: ${CLI_COMMAND} partner create "Flower Shop"`);
    });
}

const EXAMPLE_ID = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';
const NOTE = `
On every process within a second, its tokens cannot start payments (SERVICE_NOT_ACTIVE) or read (401), and no SMS is sold for it. Payers
cannot start payments, and its pages say so. Pending payments continue, and notifications are still delivered, because that money was taken.
Payouts are held. Nothing is lost, and "partner unblock" undoes it.`;

function addPartnerBlock(partner: CliCommand): void {
  partner
    .command('block')
    .changes({ needsConfirmation: true, own: ['reason'] })
    .description('block a partner: its tokens stop working, and its payers cannot start payments')
    .argument('<id>', 'which partner', parseUuid)
    .requiredOption('--reason <text>', 'why, shown by "partner list"', parseReason)
    .addHelpText('after', NOTE)
    .examples(`partner block ${EXAMPLE_ID} --reason "Sells what is forbidden, ticket 4711"`)
    .withApplication(async ({ app, session }, id: string, { reason }: { reason: string }) => {
      const { name } = await requirePartner(app, id);
      await session.confirm(`All tokens of ${name} (${id}) stop working, and its payers cannot start payments. Reason: ${reason}`);
      const isBlocked = await app.get(BlockPartnerService).block(id, reason);
      return partnerResult(
        session,
        id,
        isBlocked ? `To undo it: ${CLI_COMMAND} partner unblock ${id}` : 'It was already blocked. Nothing was changed.',
      );
    });
}

function addPartnerUnblock(partner: CliCommand): void {
  partner
    .command('unblock')
    .changes()
    .description('let a partner sell again')
    .argument('<id>', 'which partner', parseUuid)
    .examples(`partner unblock ${EXAMPLE_ID}`)
    .withApplication(async ({ app, session }, id: string) => {
      await requirePartner(app, id);
      const isUnblocked = await app.get(BlockPartnerService).unblock(id);
      return partnerResult(session, id, isUnblocked ? 'Its tokens work again.' : 'It was not blocked. Nothing was changed.');
    });
}

async function partnerResult(session: Session, partnerId: string, remark: string): Promise<CommandResult> {
  const { id, name, blockedAt, blockedReason } = await requirePartner(await session.application(), partnerId);
  return recordResult({ id, name, blocked_at: session.timestamp(blockedAt), blocked_reason: blockedReason }, remark);
}
