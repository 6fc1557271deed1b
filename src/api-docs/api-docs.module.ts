import { Module } from '@nestjs/common';
import { ApiDocsController } from './api-docs.controller.js';
import { ApiDocument } from './api-document.js';

/** The OpenAPI document of the API, at `/docs/openapi.json`. */
@Module({ controllers: [ApiDocsController], providers: [ApiDocument] })
export class ApiDocsModule {}
