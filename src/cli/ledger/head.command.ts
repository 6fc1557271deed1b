import type { Command } from 'commander';
import { SealEntriesService } from '../../platform/ledger/seals/seal-entries.service.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { recordAnswer } from '../output/record-answer.js';
import { UserError } from '../user-error.js';

export function addLedgerHead(ledger: Command, runner: CommandRunner): void {
  ledger
    .command('head')
    .description('seal what is committed and tell the last seal, to be kept outside the database')
    .addHelpText('after', '\nledger verify --head <file> proves later that nothing up to this seal was changed, removed or added.')
    .addHelpText('after', examples('ledger head', 'ledger head --json'))
    .action(
      runner.action(async (session) => {
        const app = await session.application();
        const seals = app.get(SealEntriesService);
        while (await seals.batch()) session.throwIfInterrupted();
        const head = await seals.head();
        if (!head) throw new UserError('Nothing is sealed yet: there is no entry.');
        const { seal, hash, entries, sealedAt } = head;
        return recordAnswer({ seal, hash, entries, sealed_at: session.timestamp(sealedAt) });
      }),
    );
}
