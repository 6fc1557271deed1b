import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import type { PageSecurity } from '../../pages/page-security.middleware.js';
import type { ProblemPage } from './problem-page.js';

/** Sends a page for errors before routing, such as too many requests or a form that is too long. */
export function errorsBeforeRouting(security: PageSecurity, problem: ProblemPage): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, _next: NextFunction) => {
    security.use(request, response, () => problem.show(error, request, response));
  };
}
