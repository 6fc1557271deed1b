import { type Command, Option } from 'commander';
import { SettlementFilesQuery } from '../../platform/ledger/files/settlement-files.query.js';
import { UndoFileService } from '../../platform/ledger/files/undo-file.service.js';
import type { CommandRunner } from '../command-runner.js';
import { CALL, examples } from '../examples.js';
import { fields } from '../output/fields.js';
import { UserError } from '../user-error.js';
import { parseName } from '../values/names.js';
import { parseUuid } from '../values/identifiers.js';

interface Options {
  author: string;
  reason: string;
  yes?: true;
}

export function addSettlementUndo(settlement: Command, runner: CommandRunner): void {
  settlement
    .command('undo')
    .description('take the import of a settlement file back, so that it can be imported again')
    .argument('<id>', 'of the file', parseUuid)
    .addOption(new Option('--author <name>', 'who takes it back').argParser(parseName).makeOptionMandatory())
    .addOption(new Option('--reason <text>', 'why').argParser(parseName).makeOptionMandatory())
    .option('--yes', 'do it; without this it is only shown')
    .addHelpText(
      'after',
      '\nSuch as one of the wrong party, period or columns. Its lines and differences go; that it was there, and who took it',
    )
    .addHelpText('after', 'back, stays. No money moves. Once something of its period is settled it cannot be taken back.')
    .addHelpText(
      'after',
      examples('settlement undo 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --author Anna --reason "Of September, not October" --yes'),
    )
    .action(
      runner.action(async (session, id: string, { author, reason, yes }: Options) => {
        const app = await session.application();
        const file = await app.get(SettlementFilesQuery).find(id);
        if (!file) throw new UserError(`There is no settlement file ${id}. See them: ${CALL} settlement files`);
        const { name, party, test, lines, differences, state } = file;
        const [from, to, imported_at] = [session.timestamp(file.from), session.timestamp(file.to), session.timestamp(file.createdAt)];
        const shown = { id, name, party, from, to, test, lines, differences, state, imported_at, imported_by: file.author };
        if (!yes) {
          const text = `${fields(shown)}\n\nNothing was done. To take it back, give the same command with --yes.`;
          return { json: { ...shown, undone: false }, text };
        }
        const result = await app.get(UndoFileService).run(id, { author, reason });
        if (result.outcome === 'settled')
          throw new UserError(`Its period is settled (${result.reference}), so what was compared for that stays.`);
        if (result.outcome === 'unknown') throw new UserError(`There is no settlement file ${id} any more.`);
        const text = `${fields(shown)}\n\nTaken back: ${lines} lines and ${differences} differences. The file can be imported again.`;
        return { json: { ...shown, undone: true }, text };
      }),
    );
}
