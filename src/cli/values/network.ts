import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';
import { isNetwork } from '../../runtime/config/parsers.js';

export function parseNetwork(text: string): string {
  const [address = ''] = text.split('/');
  if (isIP(address) === 0 || !isNetwork(text)) {
    throw new InvalidArgumentError('It must be an IPv4 or IPv6 address or a CIDR, such as 203.0.113.7 or 2001:db8::/32.');
  }
  return text;
}
