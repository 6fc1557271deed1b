import { Injectable, type OnApplicationBootstrap, RequestMethod } from '@nestjs/common';
import { GUARDS_METADATA, METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { type DeclaredRoute, DeclaredRoutes } from '../access/declared-routes.js';
import { PROTECTED_BY } from '../access/protected.decorator.js';
import { ClaimKeyGuard } from './claim-key.guard.js';

/**
 * Stops the start of the process when a partner's POST ignores `Idempotency-Key`, or reads the query, which the fingerprint does not cover.
 */
@Injectable()
export class IdempotentByDefault implements OnApplicationBootstrap {
  constructor(private readonly routes: DeclaredRoutes) {}

  onApplicationBootstrap(): void {
    const posts = this.routes.all().filter(isPostOfPartners);
    const unguarded = posts.filter((route) => !isGuarded(route));
    if (unguarded.length > 0) throw new Error(`These routes must be declared with @IdempotentPost(): ${routeNames(unguarded)}`);
    const readingQuery = posts.filter(readsQuery);
    if (readingQuery.length > 0)
      throw new Error(
        `These routes must read path and body only, because the fingerprint does not cover the query: ${routeNames(readingQuery)}`,
      );
  }
}

const routeNames = (routes: DeclaredRoute[]): string => routes.map(({ name }) => name).join(', ');

function isPostOfPartners({ handler, controller }: DeclaredRoute): boolean {
  if (Reflect.getMetadata(METHOD_METADATA, handler) !== RequestMethod.POST) return false;
  return [handler, controller].some((target) => Reflect.hasMetadata(PROTECTED_BY, target));
}

/** The guard must be the last one, so that a request that another guard rejects claims no key. */
function isGuarded({ handler }: DeclaredRoute): boolean {
  const guards = (Reflect.getMetadata(GUARDS_METADATA, handler) ?? []) as unknown[];
  return guards.at(-1) === ClaimKeyGuard;
}

function readsQuery({ controller, method }: DeclaredRoute): boolean {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  return Object.keys(parameters).some((parameter) => parameter.startsWith(`${RouteParamtypes.QUERY}:`));
}
