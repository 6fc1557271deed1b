import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { DomainError } from '../../common/errors/domain-error.js';
import { PublicRoute } from '../../platform/access/public-route.decorator.js';
import { PageOrigin } from '../pages/page-origin.js';
import { API_DOCS } from './api-docs.controller.js';
import { SitePages } from './site-pages.js';

/** Redirects browsers from the root path of the gateway to the guides, and serves `llms.txt`. */
@ApiExcludeController()
@Controller()
@PublicRoute('leads to the guides, which are for everybody')
export class EntranceController {
  constructor(
    private readonly origin: PageOrigin,
    private readonly pages: SitePages,
  ) {}

  /** Redirects only browsers. Programs get ROUTE_NOT_FOUND. */
  @Get()
  enter(@Req() request: Request, @Res() response: Response): void {
    response.vary('Accept');
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) throw new DomainError('ROUTE_NOT_FOUND');
    response.redirect(303, `${this.origin.basePath}${API_DOCS}`);
  }

  @Get('llms.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  llms(): string {
    return this.pages.llms();
  }
}
