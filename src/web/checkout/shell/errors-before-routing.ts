import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import type { PageSecurity } from '../../pages/page-security.middleware.js';
import type { ProblemPage } from './problem-page.js';

/** Answers errors that come before routing (too many requests, a form that is too long) with a page. */
export function errorsBeforeRouting(security: PageSecurity, problem: ProblemPage): ErrorRequestHandler {
  // Express tells this from other middleware by its four parameters.
  return (error: unknown, request: Request, response: Response, _next: NextFunction) => {
    security.use(request, response, () => problem.show(error, request, response));
  };
}
