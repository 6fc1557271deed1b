import { describe, expect, it } from '@jest/globals';
import { Controller, Get, type INestApplication, Post, Query, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { ClosedByDefault } from '../../src/platform/access/closed-by-default.js';
import { CurrentCaller } from '../../src/platform/access/current-caller.decorator.js';
import { CurrentService } from '../../src/platform/access/current-service.decorator.js';
import { DeclaredRoutes } from '../../src/platform/access/declared-routes.js';
import { Protected } from '../../src/platform/access/protected.decorator.js';
import { PublicRoute } from '../../src/platform/access/public-route.decorator.js';
import { ClaimKeyGuard } from '../../src/platform/idempotency/claim-key.guard.js';
import { IdempotentByDefault } from '../../src/platform/idempotency/idempotent-by-default.js';
import { IdempotentPost } from '../../src/platform/idempotency/idempotent-post.decorator.js';

@Controller('forgotten')
class UndeclaredController {
  @Get()
  open(): void {}
}

@Controller('two')
class TwoUndeclaredController {
  @Get()
  open(): void {}

  @Get('closed')
  @PublicRoute('nothing to see')
  closed(): void {}

  @Post()
  openToo(): void {}
}

@Controller('declared')
@PublicRoute('nothing to see')
class DeclaredAsClassController {
  @Get()
  open(): void {}

  notARoute(): void {}
}

@Controller('asking-who')
@PublicRoute('nothing to see')
class PublicWithCallerController {
  @Get('caller')
  caller(@CurrentCaller() caller: unknown): unknown {
    return { caller };
  }

  @Get('service')
  service(@CurrentService() service: unknown): unknown {
    return { service };
  }
}

@Controller('careless')
class WithoutIdempotencyController {
  @Post()
  @Protected('payment.transactions.create')
  sell(): void {}
}

@Controller('asking')
class ReadsQueryController {
  @IdempotentPost()
  @Protected('payment.transactions.create')
  sell(@Query('quietly') _quietly: string): void {}
}

@Controller('careful')
class DeclaredController {
  @IdempotentPost()
  @Protected('payment.transactions.create')
  sell(): void {}

  @Post('report')
  @PublicRoute('signed by the operator')
  report(): void {}

  notARoute(): void {}
}

const boot = async (controller: Type): Promise<INestApplication> => {
  const testing = Test.createTestingModule({
    imports: [DiscoveryModule],
    controllers: [controller],
    providers: [DeclaredRoutes, ClosedByDefault, IdempotentByDefault],
  });
  const module = await testing.overrideGuard(ClaimKeyGuard).useValue({}).compile();
  return module.createNestApplication({ logger: false }).init();
};

describe('the start of the application', () => {
  it('fails for a route that has neither an ability nor a reason why it is public', async () => {
    await expect(boot(UndeclaredController)).rejects.toThrow(
      'These routes have neither @Protected() nor @PublicRoute(): UndeclaredController.open',
    );
  });

  it('fails with the names of all routes that have neither', async () => {
    await expect(boot(TwoUndeclaredController)).rejects.toThrow(
      /@PublicRoute\(\): TwoUndeclaredController\.open, TwoUndeclaredController\.openToo$/,
    );
  });

  it('fails for a partners’ POST that does not support the Idempotency-Key', async () => {
    await expect(boot(WithoutIdempotencyController)).rejects.toThrow(
      'These routes must be declared with @IdempotentPost(): WithoutIdempotencyController.sell',
    );
  });

  it('fails for a partners’ POST that reads the query, which is not in the fingerprint of the request', async () => {
    await expect(boot(ReadsQueryController)).rejects.toThrow(
      'These routes must read path and body only, because the fingerprint does not cover the query: ReadsQueryController.sell',
    );
  });

  it('succeeds when all routes are declared', async () => {
    for (const controller of [DeclaredController, DeclaredAsClassController]) await (await boot(controller)).close();
  });
});

describe('a public route that needs the caller or the service', () => {
  it.each(['caller', 'service'])('fails at each request instead of running without a %s', async (parameter) => {
    const app = await boot(PublicWithCallerController);
    await app.listen(0, '127.0.0.1');
    expect((await fetch(`${await app.getUrl()}/asking-who/${parameter}`)).status).toBe(500);
    await app.close();
  });
});
