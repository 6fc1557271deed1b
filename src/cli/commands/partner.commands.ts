import { BlockPartnerService } from '../../platform/partners/block-partner.service.js';
import { PartnerListQuery, type PartnerSummary } from '../../platform/partners/partner-list.query.js';
import { CLI_COMMAND } from '../../runtime/cli-command.js';
import { changeCommand, listCommand, noun } from '../command.js';
import { argument, requiredOption } from '../inputs.js';
import { type CommandResult, recordResult } from '../output/result.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { parseUuid } from '../values/identifiers.js';
import { parseReason } from '../values/names.js';
import { requirePartner } from '../values/require-existing.js';
import { createPartner } from './partner-create.command.js';
import { partnerStatement } from './partner-statement.command.js';

const list = listCommand({
  description: 'list all partners with the number of their services and valid tokens',
  opens: 'queries',
  view: viewOf<PartnerSummary>()({
    id: 'id',
    name: 'name',
    services: 'services',
    tokens: 'tokens',
    demo: 'demo',
    created_at: 'createdAt',
    blocked_at: 'blockedAt',
    blocked_reason: 'blockedReason',
  }),
  rows: ({ app }) => app.get(PartnerListQuery).run(),
  empty: `No partners yet. Make one: ${CLI_COMMAND} partner create "Flower Shop"`,
});

const EXAMPLE_ID = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

const block = changeCommand({
  description: 'block a partner: its tokens stop working, and its payers cannot start payments',
  needsConfirmation: true,
  takes: {
    id: argument('<id>', 'which partner', parseUuid),
    reason: requiredOption('--reason <text>', 'why, shown by "partner list"', parseReason),
  },
  notes: `On every process within a second, its tokens cannot start payments (SERVICE_NOT_ACTIVE) or read (401), and no SMS is sold for it. Payers
cannot start payments, and its pages say so. Pending payments continue, and notifications are still delivered, because that money was taken.
Payouts are held. Nothing is lost, and "partner unblock" undoes it.`,
  examples: [`partner block ${EXAMPLE_ID} --reason "Sells what is forbidden, ticket 4711"`],
  async run({ app, session }, { id, reason }) {
    const { name } = await requirePartner(app, id);
    await session.confirm(`All tokens of ${name} (${id}) stop working, and its payers cannot start payments. Reason: ${reason}`);
    const isBlocked = await app.get(BlockPartnerService).block(id, reason);
    const remark = isBlocked ? `To undo it: ${CLI_COMMAND} partner unblock ${id}` : 'It was already blocked. Nothing was changed.';
    return partnerResult(session, id, remark);
  },
});

const unblock = changeCommand({
  description: 'let a partner sell again',
  takes: { id: argument('<id>', 'which partner', parseUuid) },
  examples: [`partner unblock ${EXAMPLE_ID}`],
  async run({ app, session }, { id }) {
    await requirePartner(app, id);
    const isUnblocked = await app.get(BlockPartnerService).unblock(id);
    return partnerResult(session, id, isUnblocked ? 'Its tokens work again.' : 'It was not blocked. Nothing was changed.');
  },
});

async function partnerResult(session: Session, partnerId: string, remark: string): Promise<CommandResult> {
  const { id, name, blockedAt, blockedReason } = await requirePartner(await session.application(), partnerId);
  return recordResult({ id, name, blocked_at: session.timestamp(blockedAt), blocked_reason: blockedReason }, remark);
}

export const partner = noun({
  examples: ['partner create "Flower Shop"', 'partner list'],
  commands: { create: createPartner, list, block, unblock, statement: partnerStatement },
});
