import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { TargetPolicy } from './target-policy.js';

class ForbiddenTargetError extends Error {
  readonly code = 'TARGET_FORBIDDEN';

  constructor(host: string) {
    super(`${host} resolves to an address in a forbidden network`);
  }
}

type Resolver = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves the host name of one connection. The socket connects to exactly the addresses that were checked, so a DNS change between check
 * and connection does no harm. If one of several addresses is forbidden, all are rejected.
 * It is not called for IP literals, which `checkTargetUrl` has checked as a part of the URL.
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
