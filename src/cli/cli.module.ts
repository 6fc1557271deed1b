import { type DynamicModule, Module } from '@nestjs/common';
import { PlatformModule, type PlatformOptions } from '../platform.module.js';

/** The services behind the commands: no HTTP and no loops. */
@Module({})
export class CliModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return { module: CliModule, imports: [PlatformModule.forRoot(options)] };
  }
}
