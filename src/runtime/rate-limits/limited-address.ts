import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Here each address stands for an IPv4 one (NAT64 of RFC 6052 and 8215, SIIT of RFC 6145): a /64 would be all of IPv4. */
const TRANSLATED = new Set<string>(['rfc6052', 'rfc6145']);
const PARTS_OF_64 = 4;
const PARTS_OF_48 = 3;

/**
 * What is limited when an address is: an IPv4 address as it is, of IPv6 the /64, because that is the least a caller is given and he
 * may use each of its 2^64 addresses. An IPv4 address that arrives mapped (`::ffff:1.2.3.4`) or in 6to4 (`2002:102:304::`) is the IPv4
 * address; a zone says nothing about the caller. All that is no address is limited together, also what some programs read as one
 * (`010.0.0.1`, `167772161`).
 */
export function limitedAddress(address: string | undefined): string {
  if (address === undefined || isIPv4(address)) return address ?? '';
  if (isIP(address) === 0) return '';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  if (TRANSLATED.has(parsed.range())) return new ipaddr.IPv6(parsed.parts).toString();
  return parsed.range() === '6to4' ? addressOf6to4(parsed) : prefixOf(parsed, PARTS_OF_64);
}

/**
 * The /48 around an IPv6 address: what a provider gives a customer, who has 65,536 of the networks that are limited each by itself.
 * @returns null where an address is limited as it is.
 */
export function limitedNetwork(address: string | undefined): string | null {
  if (address === undefined || isIP(address) === 0) return null;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6) || TRANSLATED.has(parsed.range()) || parsed.range() === '6to4') return null;
  return prefixOf(parsed, PARTS_OF_48);
}

/** The holder of an IPv4 address has all of `2002:<address>::/48`. */
function addressOf6to4({ parts: [, high = 0, low = 0] }: ipaddr.IPv6): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

function prefixOf({ parts }: ipaddr.IPv6, kept: number): string {
  return `${new ipaddr.IPv6(parts.map((part, index) => (index < kept ? part : 0))).toString()}/${16 * kept}`;
}
