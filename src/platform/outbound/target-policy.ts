import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** The only range of ipaddr.js with ordinary hosts. Addresses of all other ranges are rejected. */
const PUBLIC_RANGE = 'unicast';

/** All ordinary IPv6 addresses. NAT64 (64:ff9b::/96, 64:ff9b:1::/48) and `::a.b.c.d` are outside this range. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Special ranges that ipaddr.js reports as ordinary hosts. */
const SPECIAL_NETWORKS: readonly Network[] = [
  ipaddr.parseCIDR('2001::/23'), // protocol assignments: Teredo, benchmarking, ORCHID
  ipaddr.parseCIDR('3ffe::/16'), // the former 6bone with the first Teredo, whose tunnels may still work
  ipaddr.parseCIDR('168.63.129.16/32'), // Azure's platform, reachable from every virtual machine
];

/**
 * Decides to which IP addresses the gateway may send requests. It rejects loopback, private, link-local (with the clouds' metadata
 * services), carrier-grade NAT, multicast, reserved and tunnelling (NAT64, 6to4, Teredo) ranges, also for IPv4 addresses written as IPv6.
 * These ranges cover IANA's two registries of special-purpose addresses.
 */
export class TargetPolicy {
  private readonly allowed: Network[];

  /** @param allowedNetworks IP addresses or CIDRs of special ranges that are permitted anyway. */
  constructor(allowedNetworks: readonly string[]) {
    this.allowed = allowedNetworks.map(parseNetwork);
  }

  /** @param address an IP literal. Any other text is rejected. */
  permits(address: string): boolean {
    if (address.includes('%') || !ipaddr.isValid(address)) return false; // a zone selects an interface of this host
    const parsed = ipaddr.process(address); // an IPv4-mapped IPv6 address becomes IPv4
    if (this.allowed.some((network) => contains(network, parsed))) return true;
    if (parsed.range() !== PUBLIC_RANGE) return false;
    if (SPECIAL_NETWORKS.some((network) => contains(network, parsed))) return false;
    return parsed.kind() === 'ipv4' || contains(GLOBAL_UNICAST, parsed);
  }
}

function contains([network, bits]: Network, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
