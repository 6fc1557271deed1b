import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Environment } from './environment.js';

/** Makes the validated settings injectable as `Environment`. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(environment: Environment): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Environment, useValue: environment }], exports: [Environment] };
  }
}
