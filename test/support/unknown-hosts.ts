import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { jest } from '@jest/globals';

const { lookup } = dns;

/** Resolves names that end in `.invalid` to an error at once and without a network, as a resolver should. The runner restores it after the file. */
export function withoutInvalidHosts(): void {
  const answer = (host: string, options: dns.LookupAllOptions, done: (error: Error | null, found: dns.LookupAddress[]) => void): void => {
    if (!host.endsWith('.invalid')) return lookup(host, options, done);
    process.nextTick(done, Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }));
  };
  jest.spyOn(dns, 'lookup').mockImplementation(answer as typeof dns.lookup);
  syncBuiltinESMExports();
}
