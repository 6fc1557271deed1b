import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../../platform/access/public-route.decorator.js';
import { sendPage } from '../pages/send-page.js';
import { ApiDocument } from './api-document.js';
import type { Collection } from './collection.js';
import { SitePages } from './site-pages.js';

export const API_DOCS = '/docs';

@ApiExcludeController()
@Controller(API_DOCS)
@PublicRoute('guides and reference are for everybody who develops against the gateway')
export class ApiDocsController {
  constructor(
    private readonly document: ApiDocument,
    private readonly pages: SitePages,
  ) {}

  @Get()
  home(@Req() request: Request, @Res() response: Response): void {
    sendPage(request, response, this.pages.home());
  }

  @Get('openapi.json')
  openApi(): OpenAPIObject {
    return this.document.get();
  }

  @Get('collection.json')
  @Header('Content-Disposition', 'attachment; filename="payment-gateway.postman_collection.json"')
  collection(): Collection {
    return this.pages.collection();
  }

  @Get(':page')
  page(@Param('page') name: string, @Req() request: Request, @Res() response: Response): void {
    const markdown = this.pages.markdown(name);
    if (markdown !== undefined) return void response.type('text/markdown').send(markdown);
    const page = this.pages.page(name);
    sendPage(request, response.status(page === undefined ? 404 : 200), page ?? this.pages.notFound());
  }
}
