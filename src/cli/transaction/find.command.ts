import { type Command, Option } from 'commander';
import { BusinessClock } from '../../common/time/clocks.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { listAnswer } from '../output/answer.js';
import { money, viewOf } from '../output/view.js';
import { type FoundTransaction, type Product, SEARCHED, type Searched } from '../products/product.js';
import { PRODUCTS } from '../products/products.js';
import { UserError } from '../user-error.js';
import { parseServiceId, parseUuid } from '../values/identifiers.js';
import { parseRowLimit } from '../values/lists.js';
import { requirePartner, requireService } from '../values/require-existing.js';
import { type Moment, parseSince } from '../values/times.js';

type Options = Partial<Record<Searched, string>> & { service?: string; partner?: string; since: Moment; limit: number };

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
Every product is asked that knows what is given: ${PRODUCTS.map(({ title, transactions: { searched } }) => `${title} ${namesOf(searched).join(', ')}`).join('; ')}.
An e-mail address is looked for among all payments of the time, which takes a while where there are many; --service and --since make it short.
The answer holds phone numbers and addresses of payers: treat it as personal data.`;

export function addTransactionFind(transaction: Command, runner: CommandRunner): void {
  transaction
    .command('find')
    .description('find transactions of all products by what a payer or a partner knows of them, newest first')
    .option('--control <text>', 'the partner’s own field')
    .option('--phone <number>', 'the payer’s phone number')
    .option('--email <address>', 'the payer’s e-mail address, as the partner gave it')
    .option('--operator <operator>', 'mobile operator')
    .option('--channel <channel>', 'channel that was begun last, or paid')
    .option('--status <status>', 'state; of premium SMS used or unused, which is said of the code')
    .option('--service <id>', 'only of this service', parseServiceId)
    .option('--partner <id>', 'only of this partner', parseUuid)
    .addOption(new Option('--since <when>', 'date, time, or how long ago').argParser(parseSince).default(parseSince('30d'), '30d'))
    .option('--limit <rows>', 'how many', parseRowLimit, 50)
    .addHelpText('after', NOTES)
    .addHelpText(
      'after',
      examples(
        'transaction find --control order-1',
        'transaction find --phone 500600700 --since 2026-11-01',
        'transaction find --email jan@example.com --status transaction_failure --json',
      ),
    )
    .action(
      runner.action(async (session, options: Options) => {
        const asked = SEARCHED.filter((name) => options[name] !== undefined);
        const products = productsFor(asked, options);
        const app = await session.application();
        if (options.service !== undefined) await requireService(app, options.service);
        if (options.partner !== undefined) await requirePartner(app, options.partner);
        const since = options.since(app.get(BusinessClock).now(), session.environment.app.displayTimeZone);
        const sought = Object.fromEntries(asked.map((name) => [name, options[name]]));
        const scope = { serviceId: options.service ?? null, partnerId: options.partner ?? null, since, limit: options.limit + 1 };
        const found: (FoundTransaction & { area: string })[] = [];
        for (const { area, transactions } of products)
          found.push(...(await transactions.find(app, { ...scope, ...sought })).map((row) => ({ ...row, area })));
        const newest = found.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
        return listAnswer(session, FOUND, newest, `No transaction since ${session.timestamp(since)}.`, options.limit);
      }),
    );
}

/** The products that can search by all of this. @throws UserError when there are none. */
function productsFor(asked: readonly Searched[], options: Options): Product[] {
  const knows = ({ transactions: { searched } }: Product): boolean =>
    asked.every((name) => {
      const values = searched[name];
      return values !== undefined && (values === 'any' || values.includes(options[name] ?? ''));
    });
  const products = PRODUCTS.filter(knows);
  if (products.length > 0) return products;
  throw UserError.usage(`No product has transactions with such a combination. ${asked.map(possible).join(' ')}`.trim());
}

function possible(name: Searched): string {
  const each = PRODUCTS.flatMap(({ title, transactions: { searched } }) => {
    const values = searched[name];
    return values === undefined ? [] : [`${title} ${values === 'any' ? 'any' : values.join(', ')}`];
  });
  return `--${name}: ${each.join('; ')}.`;
}

function namesOf(searched: Product['transactions']['searched']): string[] {
  return SEARCHED.filter((name) => searched[name] !== undefined).map((name) => `--${name}`);
}
