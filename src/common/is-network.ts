import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IP address or a CIDR. Rejects `010.0.0.0/8` and `167772161`, because programs disagree about their meaning. */
export const isNetwork = (entry: string): boolean =>
  isIP(entry.replace(/\/.*$/s, '')) !== 0 && (ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry));
