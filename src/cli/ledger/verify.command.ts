import type { Command } from 'commander';
import { type LedgerVerification, VerifyLedgerService } from '../../platform/ledger/verify-ledger.service.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { EXIT } from '../exit-codes.js';
import type { Answer } from '../output/answer.js';

export function addLedgerVerify(ledger: Command, runner: CommandRunner): void {
  ledger
    .command('verify')
    .description('prove that entries balance, wallets equal their postings, and every sale is entered as it was charged')
    .addHelpText('after', '\nReads one snapshot and changes nothing, so it may run while the gateway works.')
    .addHelpText('after', '\nExit code 1 and the first broken row when the ledger does not add up.')
    .addHelpText('after', examples('ledger verify', 'ledger verify --json'))
    .action(
      runner.action(async (session) => {
        const app = await session.application();
        const progress = session.startProgress('entries');
        try {
          return verificationAnswer(
            await app.get(VerifyLedgerService).run({
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
