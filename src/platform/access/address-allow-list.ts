import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits before the IPv4 address in an IPv4-mapped IPv6 address. */
const MAPPED_BITS = 96;

/**
 * Whether an address is on a token's list of addresses and CIDRs. An empty list allows every address.
 * IPv4-mapped IPv6 (`::ffff:1.2.3.4`, `::ffff:1.2.3.0/120`) counts as IPv4, both for the caller and in the list. Octal, hexadecimal and
 * single-number spellings (`010.0.0.1`, `167772161`) do not count as addresses, because programs disagree about their meaning.
 */
export function isAddressAllowed(address: string | undefined, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (!address || isIP(address) === 0) return false;
  const caller = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = parseNetwork(network);
    return caller.kind() === base.kind() && caller.match(base, bits);
  });
}

/** A mapped range that is wider than all of IPv4 stays an IPv6 range, and an IPv6 range allows no IPv4 address. */
function parseNetwork(network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : singleAddressRange(network);
  const isMapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? [base.toIPv4Address(), bits - MAPPED_BITS] : [base, bits];
}

function singleAddressRange(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.parse(address);
  return [parsed, parsed.toByteArray().length * 8];
}
