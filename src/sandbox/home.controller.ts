import { Controller, Get, Header } from '@nestjs/common';
import { FIXED_CODE, TEST_VALUES } from './operators/test-values.js';
import { SIMULATED_OPERATORS } from './operators/simulated-operators.js';
import { SandboxPage } from './http/sandbox-page.js';

@Controller()
export class HomeController {
  constructor(private readonly page: SandboxPage) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  home(): string {
    const testValues = TEST_VALUES.map(({ ending, outcome }) => ({ ending: ending ?? '', outcome }));
    return this.page.render('home', 'Overview', {
      testValues,
      fixedCode: FIXED_CODE,
      operators: [...SIMULATED_OPERATORS.values()].join(', '),
    });
  }
}
