import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import { PublicRoute } from '../access/public-route.decorator.js';
import { ApiDocument } from './api-document.js';

@ApiExcludeController()
@Controller('docs')
@PublicRoute('the reference is for everybody who develops against the gateway')
export class ApiDocsController {
  constructor(private readonly document: ApiDocument) {}

  @Get('openapi.json')
  openApi(): OpenAPIObject {
    return this.document.get();
  }
}
