import { type DynamicModule, Module } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { AssetsController } from './assets.controller.js';
import { PageOrigin } from './page-origin.js';
import { PageRenderer } from './page-renderer.js';
import { PageSecurity } from './page-security.middleware.js';
import { StaticAssets } from './static-assets.js';

/** The look that all pages share. Each origin (the gateway's, the simulated parties') imports it once with its own address. */
@Module({})
export class PagesModule {
  static forOrigin(urlOf: (environment: Environment) => string): DynamicModule {
    return {
      module: PagesModule,
      controllers: [AssetsController],
      providers: [
        { provide: PageOrigin, inject: [Environment], useFactory: (environment: Environment) => new PageOrigin(urlOf(environment)) },
        StaticAssets,
        PageRenderer,
        PageSecurity,
      ],
      exports: [PageOrigin, PageRenderer, PageSecurity, StaticAssets],
    };
  }
}
