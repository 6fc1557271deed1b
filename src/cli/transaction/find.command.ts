import { Option } from 'commander';
import { BusinessClock } from '../../common/time/clocks.js';
import type { CliCommand } from '../cli-command.js';
import { listResult } from '../output/result.js';
import { money, viewOf } from '../output/view.js';
import { type FoundTransaction, type CliProduct, SEARCH_FIELDS, type SearchField } from '../products/product.js';
import { CLI_PRODUCTS } from '../products/products.js';
import { UserError } from '../user-error.js';
import { parsePositiveAmount } from '../values/amounts.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { parseRowLimit } from '../values/lists.js';
import { requirePartner, requireService } from '../values/require-existing.js';
import { type Moment, parseSince } from '../values/times.js';

type Options = Partial<Record<SearchField, string>> & { service?: string; partner?: string; since: Moment; until?: Moment; limit: number };

const FOUND = viewOf<FoundTransaction & { area: string }>()({
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

const NOTES = `
The search covers the products that have all given options: ${CLI_PRODUCTS.map(({ title, transactions: { searchFields } }) => `${title} ${namesOf(searchFields).join(', ')}`).join('; ')}.
--number has the eight characters on the payment page, or the short number of an SMS.
--email finds the address that the partner sent or the payer entered, by a hash with a key of ENCRYPTION_KEYS. The search for an amount, or for a
common state, reads all transactions of the period: --service, --since and --until make it faster.
The output has phone numbers and addresses of payers: treat it as personal data.`;

export function addTransactionFind(transaction: CliCommand): void {
  transaction
    .command('find')
    .description('find transactions of all products by details from a payer or a partner, newest first')
    .option('--control <text>', 'the partner’s own field')
    .option('--number <number>', 'the number that the payer sees')
    .option('--amount <amount>', 'what the payer pays, in the currency of the transaction', parseSearchedAmount)
    .option('--phone <number>', 'the payer’s phone number')
    .option('--email <address>', 'the payer’s e-mail address')
    .option('--operator <operator>', 'mobile operator')
    .option('--channel <channel>', 'channel of the last or the paid attempt')
    .option('--status <status>', 'state; for premium SMS whether the code is used or unused')
    .option('--service <id>', 'only of this service', parseServiceId)
    .option('--partner <id>', 'only of this partner', parseUuid)
    .addOption(new Option('--since <when>', 'date, time, or how long ago').argParser(parseSince).default(parseSince('30d'), '30d'))
    .option('--until <when>', 'only those created before this date or time, or so long ago', parseSince)
    .option('--limit <rows>', 'how many', parseRowLimit, 50)
    .addHelpText('after', NOTES)
    .examples(
      'transaction find --control order-1',
      'transaction find --phone 500600700 --since 2026-11-01',
      'transaction find --amount 12.30 --since 2026-11-01 --until 2026-11-02',
      'transaction find --number K7Q2ZP0D',
      'transaction find --email jan@example.com --status transaction_failure --json',
    )
    .runs(async (session, options: Options) => {
      const fields = SEARCH_FIELDS.filter((name) => options[name] !== undefined);
      const products = productsFor(fields, options);
      const app = await session.application();
      if (options.service !== undefined) await requireService(app, options.service);
      if (options.partner !== undefined) await requirePartner(app, options.partner);
      const [now, zone] = [app.get(BusinessClock).now(), session.environment.app.displayTimeZone];
      const since = options.since(now, zone);
      const until = options.until?.(now, zone) ?? null;
      if (until && until <= since) throw UserError.usage('--until must be later than --since.');
      const criteria = Object.fromEntries(fields.map((name) => [name, options[name]]));
      const scope = { serviceId: options.service ?? null, partnerId: options.partner ?? null, since, until, limit: options.limit + 1 };
      const rows: (FoundTransaction & { area: string })[] = [];
      for (const { area, transactions } of products)
        rows.push(...(await transactions.find(app, { ...scope, ...criteria })).map((row) => ({ ...row, area })));
      const newest = rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
      return listResult(
        session,
        FOUND,
        newest,
        `No transaction since ${session.timestamp(since)}${until ? ` and before ${session.timestamp(until)}` : ''}.`,
        options.limit,
      );
    });
}

/** The text as typed. @throws InvalidArgumentError when the text is not an amount. */
function parseSearchedAmount(text: string): string {
  parsePositiveAmount(text);
  return text.trim();
}

/** The products that can search by all given fields. @throws UserError when there are none. */
function productsFor(fields: readonly SearchField[], options: Options): CliProduct[] {
  const supports = ({ transactions: { searchFields } }: CliProduct): boolean =>
    fields.every((name) => {
      const values = searchFields[name];
      return values !== undefined && (values === 'any' || values.includes(options[name] ?? ''));
    });
  const products = CLI_PRODUCTS.filter(supports);
  if (products.length > 0) return products;
  throw UserError.usage(`No product has transactions with such a combination. ${fields.map(possibleValues).join(' ')}`.trim());
}

function possibleValues(name: SearchField): string {
  const productValues = CLI_PRODUCTS.flatMap(({ title, transactions: { searchFields } }) => {
    const values = searchFields[name];
    return values === undefined ? [] : [`${title} ${values === 'any' ? 'any' : values.join(', ')}`];
  });
  return `--${name}: ${productValues.join('; ')}.`;
}

function namesOf(searched: CliProduct['transactions']['searchFields']): string[] {
  return SEARCH_FIELDS.filter((name) => searched[name] !== undefined).map((name) => `--${name}`);
}
