import { userInfo } from 'node:os';
import { type Command, Option } from 'commander';
import { ErasePayerService } from '../../platform/personal-data/erase-payer.service.js';
import type { ErasedKind } from '../../platform/personal-data/erased-kind.js';
import type { PayerIdentifier } from '../../platform/personal-data/payer-identifier.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { EXIT } from '../exit-codes.js';
import type { Answer } from '../output/answer.js';
import { tableOrNothing } from '../output/table.js';
import { parseName } from '../values/names.js';
import { parsePayerIdentifier } from '../values/identifiers.js';

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

export function addPayerErase(payer: Command, runner: CommandRunner): void {
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
        const app = await session.application();
        const progress = session.startProgress('rows');
        try {
          const kinds = await app.get(ErasePayerService).run(identifier, {
            author: dryRun ? null : author,
            onProgress(done, total) {
              session.throwIfInterrupted();
              progress.update(done, total);
            },
          });
          return answerOf(kinds, dryRun);
        } finally {
          progress.stop();
        }
      }),
    );
}

function answerOf(kinds: readonly ErasedKind[], dryRun: boolean): Answer {
  const rows = kinds
    .filter(({ found }) => found > 0)
    .map(({ name, found, erased, waiting }) => ({ kind: name, found, erased, not_yet: waiting.length }));
  const waiting = kinds.filter((kind) => kind.waiting.length > 0);
  const json = {
    dry_run: dryRun,
    kinds: rows,
    waiting: waiting.flatMap((kind) => kind.waiting.map(({ key, why }) => ({ kind: kind.name, id: key, why }))),
  };
  const text = [
    verdict(rows, dryRun),
    tableOrNothing(rows, dryRun ? ['kind', 'found', 'not_yet'] : ['kind', 'found', 'erased', 'not_yet']),
    ...waiting.map(notYet),
  ];
  return { json, text: text.filter(Boolean).join('\n\n'), ...(waiting.length > 0 && { exitCode: EXIT.failed }) };
}

function verdict(rows: readonly { found: number; not_yet: number }[], dryRun: boolean): string {
  if (rows.length === 0) return 'Nothing mentions this payer.';
  if (dryRun) return 'Nothing was changed. Rows that mention this payer:';
  return rows.some(({ not_yet }) => not_yet > 0)
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
