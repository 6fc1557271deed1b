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
class ForgottenController {
  @Get()
  open(): void {}
}

@Controller('two')
class TwoForgottenController {
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
class DeclaredAsAWholeController {
  @Get()
  open(): void {}

  notARoute(): void {}
}

@Controller('asking-who')
@PublicRoute('nothing to see')
class AskingWhoController {
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
class CarelessController {
  @Post()
  @Protected('payment.transactions.create')
  sell(): void {}
}

@Controller('asking')
class AskingController {
  @IdempotentPost()
  @Protected('payment.transactions.create')
  sell(@Query('quietly') _quietly: string): void {}
}

@Controller('careful')
class CarefulController {
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

describe('the boot', () => {
  it('fails for a route that has neither an ability nor a reason why it is public', async () => {
    await expect(boot(ForgottenController)).rejects.toThrow(
      'These routes have neither @Protected() nor @PublicRoute(): ForgottenController.open',
    );
  });

  it('names all such routes, and no other', async () => {
    await expect(boot(TwoForgottenController)).rejects.toThrow(
      /@PublicRoute\(\): TwoForgottenController\.open, TwoForgottenController\.openToo$/,
    );
  });

  it('fails for a partners’ POST that does not support the Idempotency-Key', async () => {
    await expect(boot(CarelessController)).rejects.toThrow('These routes must be declared with @IdempotentPost(): CarelessController.sell');
  });

  it('fails for a partners’ POST that reads the query, which is not in the fingerprint of the request', async () => {
    await expect(boot(AskingController)).rejects.toThrow(
      'These routes must read path and body only, because the fingerprint does not cover the query: AskingController.sell',
    );
  });

  it('succeeds when all routes are declared', async () => {
    for (const controller of [CarefulController, DeclaredAsAWholeController]) await (await boot(controller)).close();
  });
});

describe('a public route that needs the caller or the service', () => {
  it.each(['caller', 'service'])('fails at each request instead of running without a %s', async (parameter) => {
    const app = await boot(AskingWhoController);
    await app.listen(0, '127.0.0.1');
    expect((await fetch(`${await app.getUrl()}/asking-who/${parameter}`)).status).toBe(500);
    await app.close();
  });
});
