import { integer, webUrl } from './setting.js';

const LIMIT = { from: 0, to: 1_000_000 };

export const PAYMENT_SETTINGS = {
  holdPerAddress: integer(
    'PAYMENT_HOLD_PER_ADDRESS',
    'Online payments from one payer’s address at one partner in an hour. Further payments are held until staff release them. `0` holds none.',
    { default: 50, ...LIMIT },
  ),
  holdPerEmail: integer('PAYMENT_HOLD_PER_EMAIL', 'The same for one e-mail address.', { default: 10, ...LIMIT }),
  holdPerSystemId: integer(
    'PAYMENT_HOLD_PER_SYSTEM_ID',
    'The same for one `antifraud.systemId`, the payer’s id in the partner’s own system.',
    { default: 10, ...LIMIT },
  ),
  nbpUrl: webUrl(
    'NBP_URL',
    'URL from which the exchange rates of Narodowy Bank Polski are read four times a day, such as `https://api.nbp.pl`. Without the setting the gateway uses its built-in rates of 2024-01-29.',
  ),
};
