import { RequestMethod } from '@nestjs/common';
import { GUARDS_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Ability } from '../../src/platform/access/ability.js';
import { PROTECTED_BY } from '../../src/platform/access/protected.decorator.js';
import { PUBLIC_ROUTE, type PublicRouteRule } from '../../src/platform/access/public-route.decorator.js';
import { REQUIRED_ABILITY, type RequiredAbility } from '../../src/web/panel/shell/require-ability.decorator.js';
import { ClaimKeyGuard } from '../../src/platform/idempotency/claim-key.guard.js';
import type { World } from './world.js';

export interface Route {
  method: string;
  /** The path with the names of its parameters: `/sms/:serviceId/numbers/:number`. */
  path: string;
  ability: Ability | null;
  /** The reason why the route is public. `null`: the route is protected. */
  publicBecause: string | null;
  /** The ability that a member of staff must have, for a route of the panel. */
  need: RequiredAbility | null;
  /** Whether an `Idempotency-Key` makes the route safe to repeat. */
  idempotent: boolean;
}

export type ProtectedRoute = Route & { ability: Ability };

export const isProtected = (route: Route): route is ProtectedRoute => route.ability !== null;

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path}`;

/** Names of the parameters in the path of a route. */
export const parametersOf = ({ path }: Pick<Route, 'path'>): string[] => [...path.matchAll(/[:*](\w+)/g)].map(([, name = '']) => name);

/** Every route of the running application, with the data of its decorators. */
export function routesOf(world: Pick<World, 'get'>): Route[] {
  const scanner = world.get(MetadataScanner);
  return world
    .get(DiscoveryService)
    .getControllers()
    .flatMap(({ metatype }) => {
      const prototype = metatype?.prototype as Record<string, object> | undefined;
      if (!metatype || !prototype) return [];
      const bases = pathsOf(Reflect.getMetadata(PATH_METADATA, metatype));
      return scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name] ?? {};
        const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
        if (method === undefined) return [];
        const metadata = <T>(key: string): T | null =>
          ((Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, metatype)) as T | undefined) ?? null;
        return bases.flatMap((base) =>
          pathsOf(Reflect.getMetadata(PATH_METADATA, handler)).map((own) => ({
            method: RequestMethod[method],
            path: `/${[base, own]
              .map((part) => part.replace(/^\/|\/$/g, ''))
              .filter(Boolean)
              .join('/')}`,
            ability: metadata<Ability>(PROTECTED_BY),
            publicBecause: metadata<PublicRouteRule>(PUBLIC_ROUTE)?.why ?? null,
            need: metadata<RequiredAbility>(REQUIRED_ABILITY),
            idempotent: metadata<unknown[]>(GUARDS_METADATA)?.includes(ClaimKeyGuard) ?? false,
          })),
        );
      });
    });
}

function pathsOf(path: unknown): string[] {
  return Array.isArray(path) ? (path as string[]) : [typeof path === 'string' ? path : ''];
}
