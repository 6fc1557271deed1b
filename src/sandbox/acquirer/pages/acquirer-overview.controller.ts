import { Controller, Get, Header } from '@nestjs/common';
import { SandboxPage } from '../../http/sandbox-page.js';
import { MAGIC_TABLES } from '../magic/magic-tables.js';
import { TEST_CARDS } from '../magic/test-cards.js';

/** Which values choose which outcome at the simulated acquirer. */
@Controller('acquirer')
export class AcquirerOverviewController {
  constructor(private readonly page: SandboxPage) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  show(): string {
    return this.page.render('acquirer/overview', 'Acquirer', { tables: MAGIC_TABLES, cards: TEST_CARDS });
  }
}
