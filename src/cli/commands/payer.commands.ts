import { ErasePayerService } from '../../platform/personal-data/erase-payer.service.js';
import { type Erasure, type ErasureCount, Erasures } from '../../platform/personal-data/erasures.js';
import { changeCommand, command, noun } from '../command.js';
import { argument, defaultOption, flag } from '../inputs.js';
import { type CommandResult, listResult } from '../output/result.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { EXIT, UserError } from '../user-error.js';
import { parsePayerIdentifier } from '../values/identifiers.js';
import { parseRowLimit } from '../values/lists.js';

/** Number of rows of each kind that are listed as not erased yet. */
const MAX_LISTED_ROWS = 20;

const erase = changeCommand({
  description: 'erase all personal data of a payer, found by a phone number or e-mail address',
  needsConfirmation: true,
  takes: {
    identifier: argument('<identifier>', 'phone number or e-mail address', parsePayerIdentifier),
    dryRun: flag('--dry-run', 'only count what would be erased', false),
  },
  notes: `Transactions, charges, amounts, the ledger and their times stay, without the payer. A phone number is found in any form, an e-mail address
in upper and lower case. Other texts (control, description, messages) lose the identifier and keep the rest.
Transactions that have not ended are not changed but listed, with exit code 1. Repeat the command when they have ended.
Works in batches while the gateway runs. After an interruption, repeat the command. Erased data stays erased.
A record without the identifier stays: payer erasures <identifier>. For backups see docs/data-protection.md.`,
  examples: ['payer erase 500600700 --dry-run', 'payer erase jan@example.com --reason "Asked by letter, 4711" --author Anna'],
  opens: 'nothing',
  async run({ session, author, reason }, { identifier, dryRun }) {
    if (!dryRun && reason === undefined) throw UserError.usage('Give --reason: why the payer is erased.');
    const payers = await session.get(ErasePayerService);
    // `ErasePayerService` erases nothing without an author: it only counts the rows.
    const run = (erasureAuthor: string | null) =>
      session.withProgress('rows', (onProgress) => payers.run(identifier, { author: erasureAuthor, onProgress }));
    if (dryRun) return erasureResult(session, await run(null), true);
    if (!session.agreed) await session.confirm(`${erasureResult(session, await run(null), true).text}\n\nThey are erased for good.`);
    return erasureResult(session, await run(author), false);
  },
});

const KIND = viewOf<ErasureCount>()({ kind: 'name', found: 'found', erased: 'erased', not_yet: ({ waiting }) => waiting.length });

function erasureResult(session: Session, counts: readonly ErasureCount[], dryRun: boolean): CommandResult {
  const rows = counts.filter(({ found }) => found > 0);
  const kinds = listResult(session, dryRun ? KIND.without('erased') : KIND, rows, '');
  const waitingKinds = counts.filter(({ waiting }) => waiting.length > 0);
  const waitingRows = waitingKinds.flatMap(({ name, waiting }) => waiting.map(({ key, why }) => ({ kind: name, id: key, why })));
  return {
    json: { dry_run: dryRun, kinds: kinds.json, waiting: waitingRows },
    text: [verdict(rows, dryRun), kinds.text, ...waitingKinds.map(notErasedText)].filter(Boolean).join('\n\n'),
    exitCode: waitingKinds.length > 0 ? EXIT.failed : EXIT.ok,
  };
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
  return [
    `Not erased yet, of ${name}:`,
    ...waiting.slice(0, MAX_LISTED_ROWS).map(({ key, why }) => `  ${key}: ${why}`),
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

const erasures = command({
  description: 'list erasures, newest first; the records name no payer, but can be searched for one',
  takes: {
    identifier: argument('[identifier]', 'phone number or e-mail address: only those of this payer', parsePayerIdentifier),
    limit: defaultOption('--limit <rows>', 'how many', parseRowLimit, 50),
  },
  notes: 'A payer is found by a fingerprint, as long as ENCRYPTION_KEYS has the key of the fingerprint.',
  examples: ['payer erasures', 'payer erasures jan@example.com --json'],
  async run({ app, session }, { identifier, limit }) {
    const rows = await app.get(Erasures).list(identifier ?? null, limit + 1);
    return listResult(session, ERASURE, rows, identifier ? 'This payer was never erased.' : 'No payer was erased.', limit);
  },
});

export const payer = noun({
  examples: ['payer erase +48500600700 --dry-run', 'payer erasures'],
  commands: { erase, erasures },
});
