import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../runtime/logging/logger.js';
import { describeAmountOutcome, type AmountContext } from './chosen-by-amount.js';

/** Logs that an amount chose the outcome. Otherwise a developer may take the outcome for a fault of the gateway. */
@Injectable()
export class TestAmountLog {
  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  write(context: AmountContext, reference: string, amountMinor: number): void {
    const message = describeAmountOutcome(context, amountMinor);
    if (message) this.log.info({ reference }, message);
  }
}
