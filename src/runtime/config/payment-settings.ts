import { AsInteger, Check, isUrlOf, optional } from './parsers.js';
import { Variable } from './variable.js';

const MAX_LIMIT = 1_000_000;
const isLimit = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= MAX_LIMIT;

export class PaymentConfig {
  @Variable('PAYMENT_HOLD_PER_ADDRESS', {
    default: '50',
    description:
      'Online payments from one payer’s address at one partner in an hour. Further payments are held until staff release them. `0` holds none.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 1000000.', isLimit)
  readonly holdPerAddress: number;

  @Variable('PAYMENT_HOLD_PER_EMAIL', {
    default: '10',
    description: 'The same for one e-mail address.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 1000000.', isLimit)
  readonly holdPerEmail: number;

  @Variable('PAYMENT_HOLD_PER_SYSTEM_ID', {
    default: '10',
    description: 'The same for one `antifraud.systemId`, the payer’s id in the partner’s own system.',
  })
  @AsInteger()
  @Check('$name must be a whole number from 0 to 1000000.', isLimit)
  readonly holdPerSystemId: number;

  @Variable('NBP_URL', {
    description:
      'URL from which the exchange rates of Narodowy Bank Polski are read four times a day, such as `https://api.nbp.pl`. Without the setting the gateway uses its built-in rates of 2024-01-29.',
  })
  @Check('$name must be an http or https URL.', optional(isUrlOf('http', 'https')))
  readonly nbpUrl?: string;
}
