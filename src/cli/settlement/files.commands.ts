import { formatAmount } from '../../common/money/amount.js';
import {
  type FileDiscrepancy,
  SettlementFilesQuery,
  type SettlementFileSummary,
} from '../../platform/ledger/files/settlement-files.query.js';
import { UndoImportService } from '../../platform/ledger/files/undo-import.service.js';
import { CLI_COMMAND } from '../../runtime/cli-command.js';
import { changeCommand, command, listCommand } from '../command.js';
import { argument, defaultOption, flag, requiredOption } from '../inputs.js';
import { listResult } from '../output/result.js';
import { money, viewOf } from '../output/view.js';
import { UserError } from '../user-error.js';
import { parseUuid } from '../values/identifiers.js';
import { parseRowLimit } from '../values/lists.js';
import { parseName, parseReason } from '../values/names.js';

const EXAMPLE_FILE = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

export const listFiles = listCommand({
  description: 'list settlement files that were imported, newest first',
  notes: 'A state other than done: the import was interrupted. Import the file again to continue.',
  view: viewOf<SettlementFileSummary>()({
    created_at: 'createdAt',
    id: 'id',
    name: 'name',
    provider: 'provider',
    from: 'from',
    to: 'to',
    state: 'state',
    lines: 'lines',
    discrepancies: 'discrepancies',
    test: 'test',
    author: 'author',
    digest: 'digest',
  }).without('digest'),
  limit: 100,
  rows: ({ app }, _, limit) => app.get(SettlementFilesQuery).list(limit),
  empty: 'No settlement files.',
});

const BATCH_ROWS = 1_000;

export const listDiscrepancies = command({
  description: 'list the discrepancies between a settlement file and the ledger',
  takes: {
    id: argument('<id>', 'of the file', parseUuid),
    limit: defaultOption('--limit <rows>', 'how many', parseRowLimit, 100),
    asCsv: flag('--csv', 'all of them, for a spreadsheet'),
  },
  notes: `missing_here: the ledger has no such reference. missing_there: in the ledger, not in the file. amount: another amount.
twice: an earlier line is of the same charge. The discrepancy is the amount of the file minus that of the ledger. Do not refund a
line only because it is missing in the ledger: poll the provider first, with "transaction unmatched --poll".`,
  examples: [`settlement discrepancies ${EXAMPLE_FILE} --csv`],
  async run({ app, session }, { id, limit, asCsv }) {
    const files = app.get(SettlementFilesQuery);
    if (!(await files.exists(id))) throw unknownFile(id);
    async function* csvChunks(): AsyncGenerator<string> {
      yield DISCREPANCY.csvHeading;
      for (let after: string | undefined = '0'; after !== undefined;) {
        const rows: FileDiscrepancy[] = await files.discrepancies(id, after, BATCH_ROWS);
        yield DISCREPANCY.csv(rows, session);
        after = rows.length === BATCH_ROWS ? rows.at(-1)?.id : undefined;
      }
    }
    if (asCsv) return { chunks: csvChunks() };
    return listResult(session, DISCREPANCY, await files.discrepancies(id, '0', limit + 1), 'No discrepancies.', limit);
  },
});

const UNDONE = viewOf<SettlementFileSummary>()({
  id: 'id',
  name: 'name',
  provider: 'provider',
  from: 'from',
  to: 'to',
  test: 'test',
  lines: 'lines',
  discrepancies: 'discrepancies',
  state: 'state',
  imported_at: 'createdAt',
  imported_by: 'author',
});

export const undoImport = changeCommand({
  description: 'undo the import of a settlement file, so that it can be imported again',
  takes: {
    id: argument('<id>', 'of the file', parseUuid),
    author: requiredOption('--author <name>', 'who undoes it', parseName),
    reason: requiredOption('--reason <text>', 'why', parseReason),
    isAgreed: flag('--yes', 'undo it. Without this option the file is only shown'),
  },
  notes: `For an import with a wrong provider, period or columns. Its lines and discrepancies are deleted. A record of the import stays.
No money moves. It is rejected once an entry of its period is settled.`,
  examples: [`settlement undo ${EXAMPLE_FILE} --author Anna --reason "Of September, not October" --yes`],
  async run({ app, session }, { id, isAgreed = false, ...request }) {
    const file = await app.get(SettlementFilesQuery).find(id);
    if (!file) throw unknownFile(id);
    let remark = 'Nothing was changed. To undo it, repeat the command with --yes.';
    if (isAgreed) {
      const result = await app.get(UndoImportService).run(id, request);
      if (result.outcome === 'settled')
        throw new UserError(`The period is already settled (${result.reference}). The import of this file cannot be undone.`);
      if (result.outcome === 'unknown') throw new UserError(`There is no settlement file ${id} any more.`);
      remark = `Undone: ${file.lines} lines and ${file.discrepancies} discrepancies. The file can be imported again.`;
    }
    return { json: { ...UNDONE.json(file, session), undone: isAgreed }, text: `${UNDONE.record(file, session)}\n\n${remark}` };
  },
});

/**
 * `discrepancy` is the amount in the file less the amount in the ledger. For a duplicate line (`twice`) it is the whole amount in the file,
 * because the first line already matches the ledger.
 */
export const DISCREPANCY = viewOf<FileDiscrepancy>()({
  kind: 'kind',
  line: 'atLine',
  reference: 'reference',
  ledger_amount: money('ledgerMinor'),
  file_amount: money('fileMinor'),
  discrepancy: {
    value: ({ kind, ledgerMinor, fileMinor }) => formatAmount((fileMinor ?? 0) - (kind === 'twice' ? 0 : (ledgerMinor ?? 0))),
    align: 'right',
  },
  currency: 'currency',
});

const unknownFile = (id: string): UserError =>
  new UserError(`There is no settlement file ${id}. See them: ${CLI_COMMAND} settlement files`);
