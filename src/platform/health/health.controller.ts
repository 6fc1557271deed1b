import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PublicRoute } from '../access/public-route.decorator.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { DatabaseClock } from '../../runtime/clock/database-clock.js';
import { VERSION } from '../../runtime/version.js';
import { DatabaseProbe } from './database-probe.js';
import { Readiness } from './readiness.js';

@ApiExcludeController()
@Controller()
@PublicRoute('shows only whether this process works', { counted: false })
export class HealthController {
  constructor(
    private readonly database: DatabaseProbe,
    private readonly readiness: Readiness,
    private readonly clock: DatabaseClock,
  ) {}

  /** The process is alive. An unreachable database is no reason to restart the process. */
  @Get('healthz')
  live(): { status: 'ok'; version: string } {
    return { status: 'ok', version: VERSION };
  }

  /** The process can serve: it is not shutting down, its database accepts writes, and the computer's clock agrees with the database's. */
  @Get('readyz')
  async ready(): Promise<{ status: 'ready' }> {
    if (this.readiness.stopping) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
    await this.database.run();
    if (!this.clock.isInSync())
      throw new DomainError('SERVICE_UNAVAILABLE', { data: { reason: this.clockProblem() }, retryAfterSeconds: 1 });
    return { status: 'ready' };
  }

  private clockProblem(): string {
    const aheadMs = this.clock.aheadMs();
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    return `The clock of this computer is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: this process runs no scheduled tasks.`;
  }
}
