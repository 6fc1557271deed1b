import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { KeptHead } from '../../platform/ledger/seals/prove-seals.js';
import type { LedgerVerification } from '../../platform/ledger/ledger-verification.js';
import { VerifyLedgerService } from '../../platform/ledger/verify-ledger.service.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { EXIT } from '../exit-codes.js';
import type { Answer } from '../output/answer.js';
import { UserError } from '../user-error.js';

export function addLedgerVerify(ledger: Command, runner: CommandRunner): void {
  ledger
    .command('verify')
    .description('prove that entries balance, wallets equal their postings, and every sale is entered as it was charged')
    .option('--head <file>', 'a head that was kept (ledger head --json): the ledger must still have it')
    .addHelpText('after', '\nReads one snapshot and changes nothing, so it may run while the gateway works.')
    .addHelpText('after', '\nExit code 1 and the first broken row when the ledger does not add up.')
    .addHelpText('after', examples('ledger verify', 'ledger verify --json', 'ledger verify --head head-2026-10.json'))
    .action(
      runner.action(async (session, { head: file }: { head?: string }) => {
        const app = await session.application();
        const head = file === undefined ? undefined : await readHead(file);
        const progress = session.startProgress('entries');
        try {
          return verificationAnswer(
            await app.get(VerifyLedgerService).run({
              ...(head && { head }),
              onProgress({ entriesDone, entriesTotal }) {
                session.throwIfInterrupted();
                progress.update(entriesDone, entriesTotal);
              },
            }),
          );
        } finally {
          progress.stop();
        }
      }),
    );
}

/** @throws UserError for anything but the answer of `ledger head --json`. */
async function readHead(file: string): Promise<KeptHead> {
  try {
    const { seal, hash } = JSON.parse(await readFile(file, 'utf8')) as Partial<Record<string, unknown>>;
    if (typeof seal === 'number' && Number.isSafeInteger(seal) && seal > 0 && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash))
      return { seal, hash };
  } catch {
    // told below: whatever the reason, the file cannot be used
  }
  throw new UserError(`${file} is not a head that "ledger head --json" has written.`);
}

function verificationAnswer({ entries, postings, wallets, broken }: LedgerVerification): Answer {
  const json = { sound: broken === null, entries, postings, wallets, broken };
  if (!broken)
    return {
      json,
      text: `The ledger is sound: ${entries} entries with ${postings} postings balance, ${wallets} wallets equal them, and they are what was charged.`,
    };
  return {
    json,
    text: `The ledger is broken. The first wrong row is in ${broken.table}, ${broken.id}: ${broken.reason}.`,
    exitCode: EXIT.failed,
  };
}
