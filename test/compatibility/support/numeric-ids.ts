import { PAGES, INTEGER_IDS } from './common-reads.js';
import { type ClientCall, withParentPath } from './older-client.js';

/** Headers of clients that expect whole numbers as ids of services. */
export const headersOf = (platform: string) => (token: string) => ({
  'X-SIM-KEY': 'a-key',
  'X-SIM-PASSWORD': token,
  'X-SIM-VERSION': '2.1.1',
  'X-SIM-PLATFORM': platform,
});
const NUMBER = { number: 'whole', value: 'number', value_gross: 'number', adult: 'flag' } as const;

export const callsWithBasePath = (base: string): ClientCall[] => [
  {
    name: 'list services',
    method: 'GET',
    path: `${base}/directbilling?page=1&limit=15`,
    reads: { ...withParentPath('data[]', { id: 'whole' }), ...PAGES },
    brokenBecause: INTEGER_IDS,
  },
  {
    name: 'list services',
    method: 'GET',
    path: `${base}/sms?page=1&limit=15`,
    reads: { ...withParentPath('data[]', { id: 'whole' }), ...PAGES },
    brokenBecause: INTEGER_IDS,
  },
  {
    name: 'list numbers',
    method: 'GET',
    path: `${base}/sms/numbers?page=1&limit=15`,
    reads: { ...withParentPath('data[]', NUMBER), ...PAGES },
  },
  { name: 'show a number', method: 'GET', path: `${base}/sms/numbers/7055`, reads: withParentPath('data', NUMBER) },
];
