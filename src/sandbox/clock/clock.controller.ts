import { Controller, Get, Header, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CsrfGuard } from '../../web/pages/csrf.guard.js';
import { formOf } from '../http/raw-body.js';
import { SandboxPage } from '../http/sandbox-page.js';
import { offsetText } from '../../common/time/offset-text.js';
import { SandboxClock } from './sandbox-clock.js';

const MINUTES_PER_UNIT: Record<string, number> = { minutes: 1, hours: 60, days: 1440 };
const MAX_MINUTES = 366 * 1440;

/** Shows business time and moves it forward. */
@Controller('clock')
export class ClockController {
  constructor(
    private readonly clock: SandboxClock,
    private readonly page: SandboxPage,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  show(): Promise<string> {
    return this.render('');
  }

  @Post()
  @UseGuards(CsrfGuard)
  async move(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = formOf(request);
    const minutes = wholeMinutes(form.get('amount'), form.get('unit'));
    if (minutes === null) {
      response
        .status(422)
        .type('html')
        .send(await this.render('Choose a whole number of minutes, hours or days, up to a year. Time only moves forward.'));
      return;
    }
    await this.clock.moveForward(minutes * 60_000);
    response.redirect(303, this.page.link('/clock'));
  }

  private async render(problem: string): Promise<string> {
    const [now, offset] = [await this.clock.now(), offsetText(await this.clock.offsetMs())];
    return this.page.render('clock', 'Clock', { now, offset, problem });
  }
}

function wholeMinutes(amount: string | null, unit: string | null): number | null {
  const minutesPerUnit = unit !== null && Object.hasOwn(MINUTES_PER_UNIT, unit) ? MINUTES_PER_UNIT[unit] : undefined;
  if (minutesPerUnit === undefined || amount === null || !/^[1-9]\d{0,5}$/.test(amount.trim())) return null;
  const minutes = Number(amount) * minutesPerUnit;
  return minutes <= MAX_MINUTES ? minutes : null;
}
