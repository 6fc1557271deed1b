import { Injectable, type OnApplicationBootstrap, RequestMethod } from '@nestjs/common';
import { GUARDS_METADATA, METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { type DeclaredRoute, DeclaredRoutes } from '../access/declared-routes.js';
import { PROTECTED_BY } from '../access/protected.decorator.js';
import { ClaimKeyGuard } from './claim-key.guard.js';

/**
 * Stops the boot when a partner's POST would ignore an `Idempotency-Key`, or reads a query: the fingerprint does not cover the query.
 */
@Injectable()
export class IdempotentByDefault implements OnApplicationBootstrap {
  constructor(private readonly routes: DeclaredRoutes) {}

  onApplicationBootstrap(): void {
    const posts = this.routes.all().filter(isPostOfPartners);
    const careless = posts.filter((route) => !isGuarded(route));
    if (careless.length > 0) throw new Error(`These routes must be declared with @IdempotentPost(): ${names(careless)}`);
    const asking = posts.filter(readsQuery);
    if (asking.length > 0)
      throw new Error(`These routes must take what they need from path and body, not from the query: ${names(asking)}`);
  }
}

const names = (routes: DeclaredRoute[]): string => routes.map(({ name }) => name).join(', ');

function isPostOfPartners({ handler, controller }: DeclaredRoute): boolean {
  if (Reflect.getMetadata(METHOD_METADATA, handler) !== RequestMethod.POST) return false;
  return [handler, controller].some((target) => Reflect.hasMetadata(PROTECTED_BY, target));
}

/** The key is claimed last: what another guard refuses claims none. */
function isGuarded({ handler }: DeclaredRoute): boolean {
  const guards = (Reflect.getMetadata(GUARDS_METADATA, handler) ?? []) as unknown[];
  return guards.at(-1) === ClaimKeyGuard;
}

function readsQuery({ controller, method }: DeclaredRoute): boolean {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  return Object.keys(parameters).some((parameter) => parameter.startsWith(`${RouteParamtypes.QUERY}:`));
}
