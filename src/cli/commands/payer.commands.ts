import { userInfo } from 'node:os';
import { type Command, Option } from 'commander';
import { ErasePayerService } from '../../platform/personal-data/erase-payer.service.js';
import type { ErasedKind } from '../../platform/personal-data/erased-kind.js';
import { type Erasure, Erasures } from '../../platform/personal-data/erasures.js';
import type { PayerIdentifier } from '../../platform/personal-data/payer-identifier.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { type Answer, listAnswer } from '../output/answer.js';
import { viewOf } from '../output/view.js';
import type { Session } from '../session.js';
import { EXIT } from '../user-error.js';
import { parsePayerIdentifier } from '../values/identifiers.js';
import { parseRowLimit } from '../values/lists.js';
import { parseName } from '../values/names.js';

export function addPayerCommands(program: Command, runner: CommandRunner): void {
  const payer = program
    .command('payer')
    .description('erase what is known of a payer who asks for it')
    .addHelpText('after', examples('payer erase +48500600700 --dry-run', 'payer erasures'));
  addPayerErase(payer, runner);
  addPayerErasures(payer, runner);
}

interface Options {
  author: string;
  dryRun: boolean;
}

/** Of each kind, how many of those that wait are named. */
const NAMED = 20;

const NOTES = `
Transactions, charges, amounts, the ledger and their times stay: who paid does not. A number is found however it is written, an address
in upper and lower case. What others wrote (control, description, messages) loses the identifier and keeps the rest.
What is not over yet is left alone and named; the exit code is 1 then. Give the same command again when it is over.
Goes in batches beside a working gateway. Interrupted, it begins again when the same command is given again, and what was done is done.
That it was done stays on record, without the identifier: payer erasures <identifier>. What docs/data-protection.md says of backups holds.`;

function addPayerErase(payer: Command, runner: CommandRunner): void {
  payer
    .command('erase')
    .description('erase everything that says who a payer is, wherever the number or address stands')
    .argument('<identifier>', 'phone number or e-mail address', parsePayerIdentifier)
    .option('--dry-run', 'only count what would be erased', false)
    .addOption(new Option('--author <name>', 'who erases, for the record').argParser(parseName).default(userName(), 'the user'))
    .addHelpText('after', NOTES)
    .addHelpText('after', examples('payer erase 500600700 --dry-run', 'payer erase jan@example.com --author Anna'))
    .action(
      runner.action(async (session, identifier: PayerIdentifier, { author, dryRun }: Options) => {
        const payers = await session.get(ErasePayerService);
        const kinds = await session.withProgress('rows', (onProgress) =>
          payers.run(identifier, { author: dryRun ? null : author, onProgress }),
        );
        return answerOf(session, kinds, dryRun);
      }),
    );
}

const KIND = viewOf<ErasedKind>()({ kind: 'name', found: 'found', erased: 'erased', not_yet: ({ waiting }) => waiting.length });

function answerOf(session: Session, kinds: readonly ErasedKind[], dryRun: boolean): Answer {
  const rows = kinds.filter(({ found }) => found > 0);
  const waiting = kinds.filter((kind) => kind.waiting.length > 0);
  const json = {
    dry_run: dryRun,
    kinds: rows.map((kind) => KIND.json(kind, session)),
    waiting: waiting.flatMap((kind) => kind.waiting.map(({ key, why }) => ({ kind: kind.name, id: key, why }))),
  };
  const text = [verdict(rows, dryRun), (dryRun ? KIND.without('erased') : KIND).table(rows, session), ...waiting.map(notYet)];
  return { json, text: text.filter(Boolean).join('\n\n'), ...(waiting.length > 0 && { exitCode: EXIT.failed }) };
}

function verdict(rows: readonly ErasedKind[], dryRun: boolean): string {
  if (rows.length === 0) return 'Nothing mentions this payer.';
  if (dryRun) return 'Nothing was changed. Rows that mention this payer:';
  return rows.some(({ waiting }) => waiting.length > 0)
    ? 'Erased, but for what is not over yet: give the same command again when it is.'
    : 'Erased. Nothing mentions this payer any more.';
}

function notYet({ name, waiting, untilThen }: ErasedKind): string {
  const rest = waiting.length - NAMED;
  const named = waiting.slice(0, NAMED).map(({ key, why }) => `  ${key}: ${why}`);
  return [`Not yet, of ${name}:`, ...named, ...(rest > 0 ? [`  and ${rest} more`] : []), ...(untilThen ? [untilThen] : [])].join('\n');
}

/** A container's user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}

const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((all, count) => all + count, 0);

const ERASURE = viewOf<Erasure>()({
  id: 'id',
  started_at: 'startedAt',
  finished_at: 'finishedAt',
  author: 'author',
  rows: ({ erased }) => sum(erased),
  not_yet: ({ waiting }) => sum(waiting),
});

function addPayerErasures(payer: Command, runner: CommandRunner): void {
  payer
    .command('erasures')
    .description('list when payers were erased, newest first; the records name no payer, and are found by naming one')
    .argument('[identifier]', 'phone number or e-mail address: only those of this payer', parsePayerIdentifier)
    .option('--limit <rows>', 'how many', parseRowLimit, 50)
    .addHelpText('after', '\nA payer is known again by a fingerprint, while ENCRYPTION_KEYS holds the key it was made with.')
    .addHelpText('after', examples('payer erasures', 'payer erasures jan@example.com --json'))
    .action(
      runner.action(async (session, identifier: PayerIdentifier | undefined, { limit }: { limit: number }) => {
        const app = await session.application();
        const erasures = await app.get(Erasures).list(identifier ?? null, limit + 1);
        return listAnswer(session, ERASURE, erasures, identifier ? 'This payer was never erased.' : 'No payer was erased.', limit);
      }),
    );
}
