import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** The only range of ipaddr.js with ordinary hosts; all others are special and refused. */
const PUBLIC_RANGE = 'unicast';

/** All ordinary IPv6 addresses; NAT64 (64:ff9b::/96, 64:ff9b:1::/48) and `::a.b.c.d` lie outside. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** Special ranges that ipaddr.js takes for ordinary ones. */
const NO_HOSTS: readonly Network[] = [
  ipaddr.parseCIDR('2001::/23'), // protocol assignments: Teredo, benchmarking, ORCHID
  ipaddr.parseCIDR('3ffe::/16'), // the former 6bone with the first Teredo: tunnels that may still run
  ipaddr.parseCIDR('168.63.129.16/32'), // Azure's platform, seen from every virtual machine
];

/**
 * Decides which addresses notifications may be sent to. Loopback, private, link-local (with the clouds' metadata services),
 * carrier-grade NAT, multicast, reserved and tunnelling (NAT64, 6to4, Teredo) ranges are refused, also when IPv4 is spelled as IPv6. That
 * covers IANA's two registries of special-purpose addresses.
 */
export class TargetPolicy {
  private readonly allowed: Network[];

  /** @param allowedNetworks special addresses or CIDRs that are permitted nevertheless. */
  constructor(allowedNetworks: readonly string[]) {
    this.allowed = allowedNetworks.map(parseNetwork);
  }

  /** @param address an IP literal; anything else is refused. */
  permits(address: string): boolean {
    if (address.includes('%') || !ipaddr.isValid(address)) return false; // a zone names an interface of this host
    const parsed = ipaddr.process(address); // v4-mapped becomes v4
    if (this.allowed.some((network) => contains(network, parsed))) return true;
    if (parsed.range() !== PUBLIC_RANGE) return false;
    if (NO_HOSTS.some((network) => contains(network, parsed))) return false;
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
