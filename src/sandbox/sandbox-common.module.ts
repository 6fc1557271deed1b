import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { RealSystemClock, SystemClock } from '../common/time/clocks.js';
import { PagesModule } from '../web/pages/pages.module.js';
import { SandboxClock } from './clock/sandbox-clock.js';
import { SandboxPage } from './http/sandbox-page.js';
import { SandboxOptions } from './sandbox-options.js';

const SERVICES = [SandboxClock, SandboxPage];
const PAGES = PagesModule.forOrigin(({ sandbox }) => sandbox.url);

/** Nest providers for all parts of the sandbox: database, clock, pages. */
@Global()
@Module({})
export class SandboxCommonModule {
  static forRoot(dataSource: DataSource, options: SandboxOptions): DynamicModule {
    return {
      module: SandboxCommonModule,
      imports: [PAGES],
      providers: [
        { provide: DataSource, useValue: dataSource },
        { provide: SandboxOptions, useValue: options },
        { provide: SystemClock, useClass: RealSystemClock },
        ...SERVICES,
      ],
      exports: [DataSource, PAGES, SandboxOptions, SystemClock, ...SERVICES],
    };
  }
}
