import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { DomainError } from '../../common/errors/domain-error.js';
import { dayIn, monthIn } from '../../common/time/period.js';
import { DisplayZone } from '../../runtime/http/display-zone.decorator.js';
import type { Caller } from '../access/caller.js';
import { CurrentCaller } from '../access/current-caller.decorator.js';
import { Protected } from '../access/protected.decorator.js';
import { partnerStatementCsv } from '../ledger/statement/partner-statement-csv.js';
import { PartnerStatementQuery } from '../ledger/statement/partner-statement.query.js';

@ApiTags('Reconciliation')
@Controller('statements')
export class StatementsController {
  constructor(private readonly statements: PartnerStatementQuery) {}

  @Get(':period')
  @Protected('statements.show')
  @ApiOperation({ summary: 'Show the statement of a month or a day as CSV' })
  @ApiParam({ name: 'period', example: '2026-10', description: 'A month, or a day such as `2026-10-31`, in the time zone of the answers.' })
  @ApiOkResponse({
    description: 'Opening balance, each movement and closing balance of each part of the wallet. Lines end with CR LF.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  async show(
    @CurrentCaller() { partnerId }: Caller,
    @Param('period') text: string,
    @DisplayZone() zone: string,
    @Res() response: Response,
  ): Promise<void> {
    const period = monthIn(zone, text) ?? dayIn(zone, text);
    if (!period) throw new DomainError('ROUTE_NOT_FOUND');
    const parts = partnerStatementCsv(this.statements.inParts(partnerId, period.from, period.to), zone);
    // An error up to this line becomes an error response. A later error can only break the connection.
    const firstPart = await parts.next();
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="statement-${text}.csv"`);
    response.write(firstPart.value);
    await pipeline(parts, response);
  }
}
