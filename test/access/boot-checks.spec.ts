import { describe, expect, it } from '@jest/globals';
import { Controller, Get, type INestApplication, Post, Query, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { ClosedByDefault } from '../../src/platform/access/closed-by-default.js';
import { DeclaredRoutes } from '../../src/platform/access/declared-routes.js';
import { Protected } from '../../src/platform/access/protected.decorator.js';
import { PublicRoute } from '../../src/platform/access/public-route.decorator.js';
import { IdempotencyInterceptor } from '../../src/platform/idempotency/idempotency.interceptor.js';
import { IdempotentByDefault } from '../../src/platform/idempotency/idempotent-by-default.js';
import { IdempotentPost } from '../../src/platform/idempotency/idempotent-post.decorator.js';

@Controller('forgotten')
class ForgottenController {
  @Get()
  open(): void {}
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
}

const boot = async (controller: Type): Promise<INestApplication> => {
  const testing = Test.createTestingModule({
    imports: [DiscoveryModule],
    controllers: [controller],
    providers: [DeclaredRoutes, ClosedByDefault, IdempotentByDefault],
  });
  const module = await testing.overrideInterceptor(IdempotencyInterceptor).useValue({}).compile();
  return module.createNestApplication({ logger: false }).init();
};

describe('the boot', () => {
  it('refuses a route that neither asks for an ability nor says why it is public', async () => {
    await expect(boot(ForgottenController)).rejects.toThrow(
      'These routes have neither @Protected() nor @PublicRoute(): ForgottenController.open',
    );
  });

  it('refuses a POST of partners that an Idempotency-Key would not make safe to repeat', async () => {
    await expect(boot(CarelessController)).rejects.toThrow('These routes must be declared with @IdempotentPost(): CarelessController.sell');
  });

  it('refuses a POST of partners that reads the query, which would not make it another request', async () => {
    await expect(boot(AskingController)).rejects.toThrow(
      'These routes must take what they need from path and body, not from the query: AskingController.sell',
    );
  });

  it('accepts what is declared', async () => {
    const app = await boot(CarefulController);
    await app.close();
  });
});
