import { integer } from './setting.js';

const LIMIT = { from: 0, to: 10_000_000 };

export const RATE_LIMIT_SETTINGS = {
  perToken: integer('RATE_LIMIT_PER_TOKEN', 'Requests of a token in a minute, over all processes. `0` is no limit.', {
    default: 6000,
    ...LIMIT,
  }),
  perAddress: integer(
    'RATE_LIMIT_PER_ADDRESS',
    'Requests of an address (of IPv6 a /64) in a minute, except at the connectors’ routes. `0` is no limit.',
    { default: 12_000, ...LIMIT },
  ),
  perConnector: integer(
    'RATE_LIMIT_PER_CONNECTOR',
    'Requests of an address in a minute at the connectors’ routes, where one SMS gateway or operator sends for all payers. `0` is no limit.',
    { default: 120_000, ...LIMIT },
  ),
  failedAuth: integer(
    'RATE_LIMIT_FAILED_AUTH',
    'Wrong tokens of an address in a minute, and wrong secrets and signatures at the connectors’ routes. Further wrong ones get 429. Correct ones are always accepted. `0` is no limit.',
    { default: 30, ...LIMIT },
  ),
  failedCodeChecks: integer(
    'RATE_LIMIT_FAILED_CODE_CHECKS',
    'Wrong SMS codes of one payer’s address at a service in a minute. The partner sends the address in `Payer-Address`. `0` is no limit.',
    { default: 20, ...LIMIT },
  ),
  failedCodeChecksPerService: integer(
    'RATE_LIMIT_FAILED_CODE_CHECKS_PER_SERVICE',
    'Wrong SMS codes of all payers together at a service in a minute. `0` is no limit.',
    { default: 200, ...LIMIT },
  ),
  codesPerPhone: integer('RATE_LIMIT_CODES_PER_PHONE', 'Codes by SMS for one phone number in an hour. `0` is no limit.', {
    default: 6,
    ...LIMIT,
  }),
  codesPerAddress: integer(
    'RATE_LIMIT_CODES_PER_ADDRESS',
    'Codes by SMS for payers of one address in an hour. A mobile operator’s customers share few addresses. `0` is no limit.',
    { default: 300, ...LIMIT },
  ),
};
