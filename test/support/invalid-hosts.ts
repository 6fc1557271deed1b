import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { jest } from '@jest/globals';

const { lookup } = dns;

/** Lookups of names that end in `.invalid` fail at once and without a network. The runner restores `dns.lookup` after the test file. */
export function failInvalidHosts(): void {
  const lookupOrFail = (
    host: string,
    options: dns.LookupAllOptions,
    done: (error: Error | null, addresses: dns.LookupAddress[]) => void,
  ): void => {
    if (!host.endsWith('.invalid')) return lookup(host, options, done);
    process.nextTick(done, Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }));
  };
  jest.spyOn(dns, 'lookup').mockImplementation(lookupOrFail as typeof dns.lookup);
  syncBuiltinESMExports();
}
