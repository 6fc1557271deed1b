import { Injectable, type OnApplicationBootstrap, RequestMethod } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { type DeclaredRoute, DeclaredRoutes } from '../access/declared-routes.js';
import { PROTECTED_BY } from '../access/protected.decorator.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/** Stops the boot when a partner's POST would not honour an `Idempotency-Key`. */
@Injectable()
export class IdempotentByDefault implements OnApplicationBootstrap {
  constructor(private readonly routes: DeclaredRoutes) {}

  onApplicationBootstrap(): void {
    const careless = this.routes.all().filter(isUnguardedPost);
    if (careless.length === 0) return;
    throw new Error(`These routes must be declared with @IdempotentPost(): ${careless.map(({ name }) => name).join(', ')}`);
  }
}

function isUnguardedPost({ handler, controller }: DeclaredRoute): boolean {
  if (Reflect.getMetadata(METHOD_METADATA, handler) !== RequestMethod.POST) return false;
  if (![handler, controller].some((target) => Reflect.hasMetadata(PROTECTED_BY, target))) return false;
  const interceptors = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as unknown[];
  return !interceptors.includes(IdempotencyInterceptor);
}
