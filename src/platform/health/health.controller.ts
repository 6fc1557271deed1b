import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PublicRoute } from '../access/public-route.decorator.js';
import { DomainError } from '../../common/errors/domain-error.js';
import { VERSION } from '../../runtime/version.js';
import { DatabaseProbe } from './database-probe.js';
import { Readiness } from './readiness.js';

@ApiExcludeController()
@Controller()
@PublicRoute('answers nothing but whether this process works', { counted: false })
export class HealthController {
  constructor(
    private readonly database: DatabaseProbe,
    private readonly readiness: Readiness,
  ) {}

  /** The process is alive; a database that is away is no reason to restart it. */
  @Get('healthz')
  live(): { status: 'ok'; version: string } {
    return { status: 'ok', version: VERSION };
  }

  /** The process can serve: it is not shutting down and reaches a database that takes writes. */
  @Get('readyz')
  async ready(): Promise<{ status: 'ready' }> {
    if (this.readiness.stopping) throw new DomainError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
    await this.database.run();
    return { status: 'ready' };
  }
}
