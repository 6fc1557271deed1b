import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ProblemPage } from './problem-page.js';

/** Sends a page for errors of payers' pages. */
@Injectable()
@Catch()
export class CheckoutErrorFilter implements ExceptionFilter {
  constructor(private readonly problem: ProblemPage) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.problem.show(error, http.getRequest<Request>(), http.getResponse<Response>());
  }
}
