import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type DeclaredRoute, DeclaredRoutes } from './declared-routes.js';
import { PROTECTED_BY } from './protected.decorator.js';
import { PUBLIC_ROUTE } from './public-route.decorator.js';

/** Stops the start of the process when a route has neither `@Protected()` nor `@PublicRoute()`. */
@Injectable()
export class ClosedByDefault implements OnApplicationBootstrap {
  constructor(private readonly routes: DeclaredRoutes) {}

  onApplicationBootstrap(): void {
    const undeclaredRoutes = this.routes.all().filter((route) => !isDeclared(route));
    if (undeclaredRoutes.length === 0) return;
    throw new Error(`These routes have neither @Protected() nor @PublicRoute(): ${undeclaredRoutes.map(({ name }) => name).join(', ')}`);
  }
}

function isDeclared({ handler, controller }: DeclaredRoute): boolean {
  return [PROTECTED_BY, PUBLIC_ROUTE].some((key) => Reflect.hasMetadata(key, handler) || Reflect.hasMetadata(key, controller));
}
