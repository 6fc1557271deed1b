import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import { GATEWAY_PAGES } from '../../pages/gateway-pages.js';
import { PageSecurity } from '../../pages/page-security.middleware.js';
import { AccessibilityController } from './accessibility.controller.js';
import { BrandsController } from './brand/brands.controller.js';
import { CheckoutShell } from './checkout-shell.js';
import { LiveStates } from './live/live-states.js';
import { PAYER_PAGES } from './payer-pages.js';
import { ProblemPage } from './problem-page.js';

/** The parts that the payer's pages of all products share. */
@Module({
  imports: [GATEWAY_PAGES],
  controllers: [AccessibilityController, BrandsController],
  providers: [CheckoutShell, LiveStates, ProblemPage],
  exports: [CheckoutShell, LiveStates, ProblemPage],
})
export class CheckoutShellModule implements NestModule {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly security: PageSecurity,
    private readonly problem: ProblemPage,
  ) {}

  configure(consumer: MiddlewareConsumer): void {
    this.http.httpAdapter.use(PAYER_PAGES, errorsBeforeRouting(this.security, this.problem));
    const method = RequestMethod.ALL;
    consumer.apply(PageSecurity).forRoutes({ path: PAYER_PAGES, method }, { path: `${PAYER_PAGES}/*path`, method });
  }
}

/** Sends a page for errors before routing, such as too many requests or a form that is too long. */
function errorsBeforeRouting(security: PageSecurity, problem: ProblemPage): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, _next: NextFunction) => {
    security.use(request, response, () => problem.show(error, request, response));
  };
}
