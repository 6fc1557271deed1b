import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Here each address stands for an IPv4 one (NAT64 of RFC 6052 and 8215, SIIT of RFC 6145): a /64 would be all of IPv4. */
const TRANSLATED = new Set<string>(['rfc6052', 'rfc6145']);
const PREFIX_BITS = 64;
const PREFIX_PARTS = PREFIX_BITS / 16;

/**
 * What is limited when an address is: an IPv4 address as it is, of IPv6 the /64, because that is the least a caller is given and he
 * may use each of its 2^64 addresses. An IPv4 address that arrives mapped (`::ffff:1.2.3.4`) is the IPv4 address; a zone says
 * nothing about the caller. All that is no address is limited together.
 */
export function limitedAddress(address: string | undefined): string {
  if (address === undefined || isIPv4(address)) return address ?? '';
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  if (TRANSLATED.has(parsed.range())) return new ipaddr.IPv6(parsed.parts).toString();
  const prefix = parsed.parts.map((part, index) => (index < PREFIX_PARTS ? part : 0));
  return `${new ipaddr.IPv6(prefix).toString()}/${PREFIX_BITS}`;
}
