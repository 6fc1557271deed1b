import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { TargetPolicy } from './target-policy.js';

class ForbiddenTargetError extends Error {
  readonly code = 'TARGET_FORBIDDEN';

  constructor(host: string) {
    super(`${host} leads to an address that notifications may not be sent to`);
  }
}

type Resolver = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Name resolution for one connection: the socket connects to exactly the addresses that were checked, so a name that changes between check
 * and connection does no harm. One forbidden address among several refuses all.
 * Not called for IP literals: those are checked with the URL.
 */
export function pinnedLookup(policy: TargetPolicy, resolver: Resolver = resolve): LookupFunction {
  return (host, options, done) => {
    resolver(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) return done(error, []);
      if (!first || !addresses.every(({ address }) => policy.permits(address))) return done(new ForbiddenTargetError(host), []);
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}
