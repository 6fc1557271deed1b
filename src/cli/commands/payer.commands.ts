import { ErasePayerService } from '../../platform/personal-data/erase-payer.service.js';
import { type Erasure, type ErasureCount, Erasures } from '../../platform/personal-data/erasures.js';
import type { PayerIdentifier } from '../../platform/personal-data/payer-identifier.js';
import type { CliCommand } from '../cli-command.js';
import { type CommandResult, listResult } from '../output/result.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { EXIT, UserError } from '../user-error.js';
import { parsePayerIdentifier } from '../values/identifiers.js';
import { parseRowLimit } from '../values/lists.js';

export function addPayerCommands(payer: CliCommand): void {
  payer.examples('payer erase +48500600700 --dry-run', 'payer erasures');
  addPayerErase(payer);
  addPayerErasures(payer);
}

interface Options {
  author: string;
  reason?: string;
  dryRun: boolean;
}

/** Number of rows of each kind that are listed as not erased yet. */
const MAX_LISTED_ROWS = 20;

const NOTES = `
Transactions, charges, amounts, the ledger and their times stay, without the payer. A phone number is found in any form, an e-mail address
in upper and lower case. Other texts (control, description, messages) lose the identifier and keep the rest.
Transactions that have not ended are not changed but listed, with exit code 1. Repeat the command when they have ended.
Works in batches while the gateway runs. After an interruption, repeat the command. Erased data stays erased.
A record without the identifier stays: payer erasures <identifier>. For backups see docs/data-protection.md.`;

function addPayerErase(payer: CliCommand): void {
  payer
    .command('erase')
    .changes({ needsConfirmation: true, reads: ['author', 'reason'] })
    .description('erase all personal data of a payer, found by a phone number or e-mail address')
    .argument('<identifier>', 'phone number or e-mail address', parsePayerIdentifier)
    .option('--dry-run', 'only count what would be erased', false)
    .addHelpText('after', NOTES)
    .examples('payer erase 500600700 --dry-run', 'payer erase jan@example.com --reason "Asked by letter, 4711" --author Anna')
    .runs(async (session, identifier: PayerIdentifier, { author, reason, dryRun }: Options) => {
      if (!dryRun && reason === undefined) throw UserError.usage('Give --reason: why the payer is erased.');
      const payers = await session.get(ErasePayerService);
      // `ErasePayerService` erases nothing without an author: it only counts the rows.
      const run = (erasureAuthor: string | null) =>
        session.withProgress('rows', (onProgress) => payers.run(identifier, { author: erasureAuthor, onProgress }));
      if (dryRun) return erasureResult(session, await run(null), true);
      if (!session.agreed) await session.confirm(`${erasureResult(session, await run(null), true).text}\n\nThey are erased for good.`);
      return erasureResult(session, await run(author), false);
    });
}

const KIND = viewOf<ErasureCount>()({ kind: 'name', found: 'found', erased: 'erased', not_yet: ({ waiting }) => waiting.length });

function erasureResult(session: Session, kinds: readonly ErasureCount[], dryRun: boolean): CommandResult {
  const rows = kinds.filter(({ found }) => found > 0);
  const waiting = kinds.filter((kind) => kind.waiting.length > 0);
  const json = {
    dry_run: dryRun,
    kinds: rows.map((kind) => KIND.json(kind, session)),
    waiting: waiting.flatMap((kind) => kind.waiting.map(({ key, why }) => ({ kind: kind.name, id: key, why }))),
  };
  const text = [verdict(rows, dryRun), (dryRun ? KIND.without('erased') : KIND).table(rows, session), ...waiting.map(notErasedText)];
  return { json, text: text.filter(Boolean).join('\n\n'), ...(waiting.length > 0 && { exitCode: EXIT.failed }) };
}

function verdict(rows: readonly ErasureCount[], dryRun: boolean): string {
  if (rows.length === 0) return 'Nothing mentions this payer.';
  if (dryRun) return 'Nothing was changed. Rows that mention this payer:';
  return rows.some(({ waiting }) => waiting.length > 0)
    ? 'Erased, except for the rows below. Repeat the command when they are no longer needed.'
    : 'Erased. No row mentions this payer any more.';
}

function notErasedText({ name, waiting, waitingHint }: ErasureCount): string {
  const rest = waiting.length - MAX_LISTED_ROWS;
  const listed = waiting.slice(0, MAX_LISTED_ROWS).map(({ key, why }) => `  ${key}: ${why}`);
  return [
    `Not erased yet, of ${name}:`,
    ...listed,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...(waitingHint ? [waitingHint] : []),
  ].join('\n');
}

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const ERASURE = viewOf<Erasure>()({
  id: 'id',
  started_at: 'startedAt',
  finished_at: 'finishedAt',
  author: 'author',
  rows: ({ erased }) => sumOf(erased),
  not_yet: ({ waiting }) => sumOf(waiting),
});

function addPayerErasures(payer: CliCommand): void {
  payer
    .command('erasures')
    .description('list erasures, newest first; the records name no payer, but can be searched for one')
    .argument('[identifier]', 'phone number or e-mail address: only those of this payer', parsePayerIdentifier)
    .option('--limit <rows>', 'how many', parseRowLimit, 50)
    .notes('A payer is found by a fingerprint, as long as ENCRYPTION_KEYS has the key of the fingerprint.')
    .examples('payer erasures', 'payer erasures jan@example.com --json')
    .withApplication(async ({ app, session }, identifier: PayerIdentifier | undefined, { limit }: { limit: number }) => {
      const erasures = await app.get(Erasures).list(identifier ?? null, limit + 1);
      return listResult(session, ERASURE, erasures, identifier ? 'This payer was never erased.' : 'No payer was erased.', limit);
    });
}
