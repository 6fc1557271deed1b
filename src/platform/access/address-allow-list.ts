import ipaddr from 'ipaddr.js';

/**
 * Whether an address is on a token's list of addresses and CIDRs. An empty list allows any.
 * An IPv4 address that arrives mapped into IPv6 (`::ffff:1.2.3.4`) is the IPv4 address.
 */
export function isAddressAllowed(address: string | undefined, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  if (!address || !ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : hostNetwork(network);
    return caller.kind() === base.kind() && caller.match(base, bits);
  });
}

function hostNetwork(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
