import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Names that ipaddr.js gives to the ranges whose addresses stand for IPv4 addresses: NAT64 (RFC 6052 and 8215) and SIIT (RFC 6145). Each of
 * their addresses has its own limit, because one /64 of such a range contains all IPv4 addresses.
 */
const TRANSLATED_RANGES = new Set<string>(['rfc6052', 'rfc6145']);
/** Numbers of 16-bit parts in a /64 and in a /48 prefix. A whole IPv6 address has eight parts. */
const PARTS_IN_PREFIX_64 = 4;
const PARTS_IN_PREFIX_48 = 3;

/**
 * The key of an address's rate limit. An IPv4 address is its own key. The key of an IPv6 address is its /64, because each customer has at
 * least a /64 and can use all of its 2^64 addresses. A mapped IPv4 address (`::ffff:1.2.3.4`) and a 6to4 address (`2002:102:304::`) count
 * as the IPv4 address. A zone is ignored. All texts that are not addresses share one limit, also texts that some programs accept
 * (`010.0.0.1`, `167772161`).
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined || isIPv4(address)) return address ?? '';
  if (isIP(address) === 0) return '';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  if (TRANSLATED_RANGES.has(parsed.range())) return new ipaddr.IPv6(parsed.parts).toString();
  return parsed.range() === '6to4' ? addressOf6to4(parsed) : prefixOf(parsed, PARTS_IN_PREFIX_64);
}

/**
 * The /48 of an IPv6 address. Internet providers may assign a whole /48 to one customer, who then has the limits of 65,536 networks of /64.
 * @returns null for an address without a network limit: IPv4, mapped, 6to4, NAT64 and SIIT addresses.
 */
export function networkKey(address: string | undefined): string | null {
  if (address === undefined || !isIPv6(address)) return null;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6) || TRANSLATED_RANGES.has(parsed.range()) || parsed.range() === '6to4') return null;
  return prefixOf(parsed, PARTS_IN_PREFIX_48);
}

/** All of `2002:<address>::/48` belongs to the holder of the IPv4 address. */
function addressOf6to4({ parts: [, high = 0, low = 0] }: ipaddr.IPv6): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

function prefixOf({ parts }: ipaddr.IPv6, length: number): string {
  return `${new ipaddr.IPv6(parts.map((part, index) => (index < length ? part : 0))).toString()}/${16 * length}`;
}
