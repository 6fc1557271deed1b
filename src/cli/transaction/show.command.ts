import type { Command } from 'commander';
import { StateHistory } from '../../platform/history/state-history.js';
import { EntryQuery } from '../../platform/ledger/entry.query.js';
import type { CommandRunner } from '../command-runner.js';
import { deliveriesPart } from '../delivery/deliveries.part.js';
import { examples } from '../examples.js';
import { entriesPart } from '../ledger/entries.part.js';
import { sections } from '../output/sections.js';
import { table } from '../output/table.js';
import { UserError } from '../user-error.js';
import { parseUuid } from '../values/uuid.js';
import { directBillingPart } from './direct-billing.part.js';

export function addTransactionShow(transaction: Command, runner: CommandRunner): void {
  transaction
    .command('show')
    .description('show a transaction with its history, charges, ledger postings and notifications')
    .argument('<id>', 'transaction id', parseUuid)
    .addHelpText('after', '\nThe answer holds the payer’s phone number and the partner’s own field: treat it as personal data.')
    .addHelpText(
      'after',
      examples('transaction show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c', 'transaction show 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --json'),
    )
    .action(
      runner.action(async (session, id: string) => {
        const app = await session.application();
        const product = await directBillingPart(app, session, id);
        if (!product)
          throw new UserError(
            `There is no transaction ${id}. The id is the one that creating it answered, and that its notifications carry.`,
          );
        const [changes, ledgerEntries, deliveries] = await Promise.all([
          app.get(StateHistory).of(id),
          app.get(EntryQuery).bySubject(id),
          deliveriesPart(app, session, id),
        ]);
        const beginning = { ...product.beginning, from: null, reason: 'created' };
        const history = [beginning, ...changes].map(({ at, from, to, reason }) => ({ at: session.timestamp(at), from, to, reason }));
        const entries = entriesPart(ledgerEntries, session);
        return {
          json: { ...product.json, history, entries: entries.json, deliveries: deliveries.json },
          text: sections([
            ...product.blocks,
            ['History', table(history, ['at', 'from', 'to', 'reason'])],
            ['Ledger postings', entries.text],
            ...deliveries.blocks,
          ]),
        };
      }),
    );
}
