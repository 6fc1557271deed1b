import { type DynamicModule, Module } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Parts } from './parts.js';
import type { Part } from './product.js';

@Module({})
export class PartsModule {
  static forRoot(parts: readonly Part[]): DynamicModule {
    const useFactory = (moduleRef: ModuleRef): Parts => new Parts(parts, (provider) => moduleRef.get(provider, { strict: false }));
    return { module: PartsModule, global: true, providers: [{ provide: Parts, inject: [ModuleRef], useFactory }], exports: [Parts] };
  }
}
