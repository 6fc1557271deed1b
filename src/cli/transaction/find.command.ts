import { BusinessClock } from '../../common/time/clocks.js';
import { command } from '../command.js';
import { defaultOption, option } from '../inputs.js';
import { listResult } from '../output/result.js';
import { money, viewOf } from '../output/view.js';
import { type CliProduct, type FoundTransaction, SEARCH_FIELDS, type SearchField } from '../products/product.js';
import { CLI_PRODUCTS } from '../products/products.js';
import { UserError } from '../user-error.js';
import { parsePositiveAmount } from '../values/amounts.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { parseRowLimit } from '../values/lists.js';
import { requirePartner, requireService } from '../values/require-existing.js';
import { parseSince } from '../values/times.js';

type FoundInArea = FoundTransaction & Pick<CliProduct, 'area'>;
/** A field to search by, with the value that it must have. */
type Criterion = readonly [SearchField, string];

const FOUND = viewOf<FoundInArea>()({
  created_at: 'createdAt',
  area: 'area',
  id: 'id',
  service_id: 'serviceId',
  status: 'status',
  amount: money('amountMinor'),
  currency: 'currency',
  through: 'through',
  payer: 'payer',
  control: 'control',
});

export const find = command({
  description: 'find transactions of all products by details from a payer or a partner, newest first',
  takes: {
    control: option('--control <text>', 'the partner’s own field'),
    number: option('--number <number>', 'the number that the payer sees'),
    amount: option('--amount <amount>', 'what the payer pays, in the currency of the transaction', parseSearchedAmount),
    phone: option('--phone <number>', 'the payer’s phone number'),
    email: option('--email <address>', 'the payer’s e-mail address'),
    operator: option('--operator <operator>', 'mobile operator'),
    channel: option('--channel <channel>', 'channel of the last or the paid attempt'),
    status: option('--status <status>', 'state; for premium SMS whether the code is used or unused'),
    serviceId: option('--service <id>', 'only of this service', parseServiceId),
    partnerId: option('--partner <id>', 'only of this partner', parseUuid),
    from: defaultOption('--since <when>', 'date, time, or how long ago', parseSince, parseSince('30d'), '30d'),
    to: option('--until <when>', 'only those created before this date or time, or so long ago', parseSince),
    limit: defaultOption('--limit <rows>', 'how many', parseRowLimit, 50),
  },
  notes: `The search covers the products that have all given options: ${CLI_PRODUCTS.flatMap(fieldsOf).join('; ')}.
--number has the eight characters on the payment page, or the short number of an SMS.
--email finds the address that the partner sent or the payer entered, by a hash with a key of ENCRYPTION_KEYS. The search for an amount, or for a
common state, reads all transactions of the period: --service, --since and --until make it faster.
The output has phone numbers and addresses of payers: treat it as personal data.`,
  examples: [
    'transaction find --control order-1',
    'transaction find --phone 500600700 --since 2026-11-01',
    'transaction find --amount 12.30 --since 2026-11-01 --until 2026-11-02',
    'transaction find --number K7Q2ZP0D',
    'transaction find --email jan@example.com --status transaction_failure --json',
  ],
  opens: 'nothing',
  async run({ session }, { serviceId, partnerId, from, to, limit, ...searched }) {
    const criteria = SEARCH_FIELDS.flatMap((name): Criterion[] => (searched[name] === undefined ? [] : [[name, searched[name]]]));
    const products = productsFor(criteria);
    const app = await session.application();
    if (serviceId !== undefined) await requireService(app, serviceId);
    if (partnerId !== undefined) await requirePartner(app, partnerId);
    const [now, zone] = [app.get(BusinessClock).now(), session.environment.app.displayTimeZone];
    const [since, until] = [from(now, zone), to?.(now, zone) ?? null];
    if (until && until <= since) throw UserError.usage('--until must be later than --since.');
    const scope = { serviceId: serviceId ?? null, partnerId: partnerId ?? null, since, until, limit: limit + 1 };
    const rows: FoundInArea[] = [];
    for (const { area, transactions } of products)
      rows.push(...(await transactions.find(app, { ...scope, ...Object.fromEntries(criteria) })).map((row) => ({ ...row, area })));
    const newest = rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    const period = `since ${session.timestamp(since)}${until ? ` and before ${session.timestamp(until)}` : ''}`;
    return listResult(session, FOUND, newest, `No transaction ${period}.`, limit);
  },
});

/** The text as typed. @throws InvalidArgumentError when the text is not an amount. */
function parseSearchedAmount(text: string): string {
  parsePositiveAmount(text);
  return text.trim();
}

/** The products that can search by all criteria. @throws UserError when there are none. */
function productsFor(criteria: readonly Criterion[]): CliProduct[] {
  const products = CLI_PRODUCTS.filter(({ transactions: { searchFields } }) =>
    criteria.every(([name, value]) => searchFields[name] === 'any' || searchFields[name]?.includes(value)),
  );
  if (products.length > 0) return products;
  const hints = criteria.map(([name]) => `--${name}: ${CLI_PRODUCTS.flatMap((product) => possibleValues(product, name)).join('; ')}.`);
  throw UserError.usage(['No product has transactions with such a combination.', ...hints].join(' '));
}

/** The product with its possible values of a field, or nothing when it does not have the field. */
function possibleValues({ title, transactions: { searchFields } }: CliProduct, name: SearchField): string[] {
  const values = searchFields[name];
  return values === undefined ? [] : [`${title} ${values === 'any' ? values : values.join(', ')}`];
}

/** The product with its fields, or nothing when it cannot be searched by any. */
function fieldsOf({ title, transactions: { searchFields } }: CliProduct): string[] {
  const names = SEARCH_FIELDS.filter((name) => searchFields[name] !== undefined);
  return names.length === 0 ? [] : [`${title} ${names.map((name) => `--${name}`).join(', ')}`];
}
