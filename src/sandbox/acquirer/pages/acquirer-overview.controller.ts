import { Controller, Get, Header, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SandboxPage } from '../../http/sandbox-page.js';
import { SCENARIO_TABLES } from '../scenarios/scenario-tables.js';
import { TEST_CARDS } from '../scenarios/test-cards.js';
import { pageLanguageOf } from '../texts/texts.js';

/** Shows the acquirer's test values. */
@Controller('acquirer')
export class AcquirerOverviewController {
  constructor(private readonly page: SandboxPage) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  show(@Req() request: Request): string {
    const spoken = pageLanguageOf(request);
    const data = { t: spoken.t, tables: SCENARIO_TABLES, cards: TEST_CARDS };
    return this.page.render('acquirer/overview', spoken.t.nav.acquirer, data, spoken);
  }
}
