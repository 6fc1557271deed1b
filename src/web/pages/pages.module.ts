import { type DynamicModule, Module } from '@nestjs/common';
import { Environment } from '../../runtime/config/environment.js';
import { AssetsController } from './assets.controller.js';
import { PageOrigin } from './page-origin.js';
import { PageRenderer } from './page-renderer.js';
import { PageSecurity } from './page-security.middleware.js';
import { StaticAssets } from './static-assets.js';

/** The renderer and the assets that all pages share. The gateway, the panel and the sandbox import the module with their own URL. */
@Module({})
export class PagesModule {
  /** @param url the origin's public URL, or a function that reads it from the settings */
  static forOrigin(url: string | ((environment: Environment) => string)): DynamicModule {
    const origin =
      typeof url === 'string'
        ? { provide: PageOrigin, useValue: new PageOrigin(url) }
        : { provide: PageOrigin, inject: [Environment], useFactory: (environment: Environment) => new PageOrigin(url(environment)) };
    return {
      module: PagesModule,
      controllers: [AssetsController],
      providers: [origin, StaticAssets, PageRenderer, PageSecurity],
      exports: [PageOrigin, PageRenderer, PageSecurity, StaticAssets],
    };
  }
}
