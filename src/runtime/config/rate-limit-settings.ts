import { AsInteger, Check } from './parsers.js';
import { Variable } from './variable.js';

const MAX_LIMIT = 10_000_000;
const isLimit = (value: unknown): boolean => typeof value === 'number' && value <= MAX_LIMIT;

export class RateLimitConfig {
  @Variable('RATE_LIMIT_PER_TOKEN', {
    default: '6000',
    description: 'Requests of a token in a minute, over all processes. `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isLimit)
  readonly perToken: number;

  @Variable('RATE_LIMIT_PER_ADDRESS', {
    default: '12000',
    description: 'Requests of an address (of IPv6 a /64) in a minute, except at the connectors’ routes. `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isLimit)
  readonly perAddress: number;

  @Variable('RATE_LIMIT_PER_CONNECTOR', {
    default: '120000',
    description:
      'Requests of an address in a minute at the connectors’ routes, where one SMS gateway or operator sends for all payers. `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isLimit)
  readonly perConnector: number;

  @Variable('RATE_LIMIT_FAILED_AUTH', {
    default: '30',
    description:
      'Wrong tokens of an address in a minute, and wrong secrets and signatures at the connectors’ routes. Further wrong ones get 429. Correct ones are always accepted. `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isLimit)
  readonly failedAuth: number;

  @Variable('RATE_LIMIT_FAILED_CODE_CHECKS', {
    default: '20',
    description:
      'Wrong SMS codes of one payer’s address at a service in a minute. The partner sends the address in `Payer-Address`. `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isLimit)
  readonly failedCodeChecks: number;

  @Variable('RATE_LIMIT_FAILED_CODE_CHECKS_PER_SERVICE', {
    default: '200',
    description: 'Wrong SMS codes of all payers together at a service in a minute. `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isLimit)
  readonly failedCodeChecksPerService: number;

  @Variable('RATE_LIMIT_CODES_PER_PHONE', {
    default: '6',
    description: 'Codes by SMS for one phone number in an hour. `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isLimit)
  readonly codesPerPhone: number;

  @Variable('RATE_LIMIT_CODES_PER_ADDRESS', {
    default: '300',
    description: 'Codes by SMS for payers of one address in an hour. A mobile operator’s customers share few addresses. `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isLimit)
  readonly codesPerAddress: number;
}
