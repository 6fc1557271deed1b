import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';
import { csv } from '../../../common/csv.js';
import { formatAmount } from '../../../common/money/amount.js';
import { dayIn } from '../../../common/time/period.js';
import { SandboxOptions } from '../../sandbox-options.js';
import { hasMethod } from '../methods.js';
import { SettlementFileQuery } from './settlement-file.query.js';

/** The acquirer's settlement file of a method and a day, in the format that `settlement import` reads. */
@Controller('acquirer/settlements')
export class SettlementFileController {
  constructor(
    private readonly lines: SettlementFileQuery,
    private readonly options: SandboxOptions,
  ) {}

  @Get(':method/:day.csv')
  @Header('Content-Type', 'text/csv; charset=utf-8')
  async file(@Param('method') method: string, @Param('day') day: string): Promise<string> {
    const period = dayIn(this.options.displayTimeZone, day);
    if (!hasMethod(method) || !period) throw new NotFoundException();
    const lines = await this.lines.run(method, period.from, period.to);
    return csv([
      ['reference', 'amount', 'currency', 'payment'],
      ...lines.map(({ reference, amountMinor, currency, payment }) => [reference, formatAmount(amountMinor), currency, payment]),
    ]);
  }
}
