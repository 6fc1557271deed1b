import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { formatAmount } from '../../../common/money/amount.js';
import { parseSeekCursor, formatSeekCursor } from '../../../common/pagination/seek-cursor.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { Environment } from '../../../runtime/config/environment.js';
import {
  type FileDiscrepancy,
  SettlementFilesQuery,
  type SettlementFileSummary,
} from '../../../platform/ledger/files/settlement-files.query.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { type PanelRequest, queryOf } from '../shell/panel-request.js';
import { sendCsv } from '../shell/send-csv.js';
import { formatPanelTime } from '../shell/format-panel-time.js';
import type { PanelTexts } from '../texts/texts.js';

const FILES_PER_PAGE = 20;
const DISCREPANCIES_PER_PAGE = 50;
const BATCH_SIZE = 1_000;
const DISCREPANCY_ID = /^\d{1,18}$/;
const COLUMNS = ['kind', 'line', 'reference', 'here', 'there', 'difference', 'currency'];

/** For staff: settlement files of operators and acquirers, and the discrepancies between each file and the ledger. */
@Controller('settlement-files')
export class SettlementFilesController {
  constructor(
    private readonly files: SettlementFilesQuery,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.files')
  async list(@Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    const rows = await this.files.list(FILES_PER_PAGE + 1, parseSeekCursor(queryOf(request, 'behind'), isUuid));
    const pageRows = rows.slice(0, FILES_PER_PAGE);
    const last = rows.length > FILES_PER_PAGE ? pageRows.at(-1) : undefined;
    this.page.show(request, response, (t) => ({
      template: 'health/templates/files',
      title: t.screens.files,
      data: {
        files: pageRows.map((file) => this.describeFile(file, t)),
        olderUrl: last ? `/settlement-files?behind=${formatSeekCursor({ at: last.createdAt, id: last.id })}` : '',
      },
    }));
  }

  @Get(':id')
  @RequireAbility('panel.files')
  async one(@Param('id') id: string, @Req() request: PanelRequest, @Res() response: Response): Promise<void> {
    const file = await this.findFile(id);
    const after = queryOf(request, 'after');
    const rows = await this.files.discrepancies(id, DISCREPANCY_ID.test(after) ? after : '0', DISCREPANCIES_PER_PAGE + 1);
    const pageRows = rows.slice(0, DISCREPANCIES_PER_PAGE);
    const last = rows.length > DISCREPANCIES_PER_PAGE ? pageRows.at(-1) : undefined;
    this.page.show(request, response, (t) => ({
      template: 'health/templates/file',
      title: file.name,
      data: {
        file: this.describeFile(file, t),
        discrepancies: pageRows.map((discrepancy) => ({
          ...amountsOf(discrepancy),
          ...discrepancy,
          kindName: t.files.kinds[discrepancy.kind],
        })),
        csv: `/settlement-files/${id}/discrepancies.csv`,
        nextUrl: last ? `/settlement-files/${id}?after=${last.id}` : '',
      },
    }));
  }

  @Get(':id/discrepancies.csv')
  @RequireAbility('panel.files')
  async csv(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.findFile(id);
    await sendCsv(response, 'discrepancies.csv', COLUMNS, this.csvRows(id));
  }

  private async findFile(id: string): Promise<SettlementFileSummary> {
    const file = isUuid(id) ? await this.files.find(id) : null;
    if (!file) throw new PanelRejection('missing');
    return file;
  }

  /** Reads all discrepancies of a file, a thousand at a time. */
  private async *csvRows(id: string): AsyncGenerator<(string | number | null)[]> {
    for (let after: string | undefined = '0'; after !== undefined;) {
      const rows: FileDiscrepancy[] = await this.files.discrepancies(id, after, BATCH_SIZE);
      for (const row of rows) {
        const { here, there, difference } = amountsOf(row);
        yield [row.kind, row.atLine, row.reference, here, there, difference, row.currency];
      }
      after = rows.length === BATCH_SIZE ? rows.at(-1)?.id : undefined;
    }
  }

  private describeFile(file: SettlementFileSummary, { files }: PanelTexts) {
    const { displayTimeZone: zone } = this.environment.app;
    const isDone = file.state === 'done';
    return {
      ...file,
      // To the minute: without the seconds.
      period: `${formatPanelTime(file.from, zone).slice(0, 16)} – ${formatPanelTime(file.to, zone).slice(0, 16)}`,
      stateName: isDone ? files.done : files.interrupted,
      tone: isDone ? (file.discrepancies === 0 ? 'good' : 'wait') : 'bad',
    };
  }
}

/**
 * `here` is the amount in the ledger, `there` the amount in the file, and the difference is `there` minus `here`, as on the command line.
 * For a duplicate (`twice`) the difference is the whole amount in the file, because the first line already matches the ledger.
 */
const amountsOf = ({ kind, ledgerMinor, fileMinor }: FileDiscrepancy) => ({
  here: ledgerMinor === null ? '' : formatAmount(ledgerMinor),
  there: fileMinor === null ? '' : formatAmount(fileMinor),
  difference: formatAmount((fileMinor ?? 0) - (kind === 'twice' ? 0 : (ledgerMinor ?? 0))),
});
