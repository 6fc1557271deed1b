import { AsInteger, Check } from './parsers.js';
import { Variable } from './variable.js';

const MAX_PER_MINUTE = 10_000_000;
const isPerMinute = (value: unknown): boolean => typeof value === 'number' && value <= MAX_PER_MINUTE;

export class RateLimitConfig {
  @Variable('RATE_LIMIT_PER_TOKEN', {
    default: '6000',
    description: 'Requests a token may make in a minute, over all processes; `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isPerMinute)
  readonly perToken: number;

  @Variable('RATE_LIMIT_PER_ADDRESS', {
    default: '12000',
    description: 'Requests an address (of IPv6 a /64) may make in a minute elsewhere than at the connectors’ routes; `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isPerMinute)
  readonly perAddress: number;

  @Variable('RATE_LIMIT_PER_CONNECTOR', {
    default: '120000',
    description:
      'Requests an address may make in a minute at the connectors’ routes, where an SMS gateway or an operator speaks for all payers; `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isPerMinute)
  readonly perConnector: number;

  @Variable('RATE_LIMIT_WRONG_TOKENS', {
    default: '30',
    description:
      'Wrong tokens an address may try in a minute before its tokens have to wait, and wrong secrets and signatures at the connectors’ routes before these do; `0` is no limit.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 10000000.', isPerMinute)
  readonly wrongTokens: number;
}
