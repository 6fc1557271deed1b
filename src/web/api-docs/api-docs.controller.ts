import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../../platform/access/public-route.decorator.js';
import { ApiDocument } from './api-document.js';
import { ReferencePages } from './reference-pages.js';

export const API_DOCS = '/docs';

@ApiExcludeController()
@Controller(API_DOCS)
@PublicRoute('the reference is for everybody who develops against the gateway')
export class ApiDocsController {
  constructor(
    private readonly document: ApiDocument,
    private readonly pages: ReferencePages,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  overview(): string {
    return this.pages.overview();
  }

  @Get('openapi.json')
  openApi(): OpenAPIObject {
    return this.document.get();
  }

  @Get(':operationId')
  operation(@Param('operationId') operationId: string, @Res() response: Response): void {
    const page = this.pages.operation(operationId);
    response
      .status(page ? 200 : 404)
      .type('html')
      .send(page ?? this.pages.overview('There is no such page. These are all that there are.'));
  }
}
