import { Option } from 'commander';
import { DomainError } from '../../../common/errors/domain-error.js';
import { amountToNumber } from '../../../common/money/amount.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { validateLinkRequest } from '../../../products/payments/links/validate-link-request.js';
import { CreateLinkService } from '../../../products/payments/links/create-link.service.js';
import { DisableLinkService } from '../../../products/payments/links/disable-link.service.js';
import { paymentLinkUrl, paymentLinkQrUrl } from '../../../products/payments/links/link-url.js';
import { LINK_STATUSES } from '../../../products/payments/links/link-transitions.js';
import { type ListedLink, LinksQuery } from '../../../products/payments/links/links.query.js';
import { PaymentsOfLinkQuery } from '../../../products/payments/links/payments-of-link.query.js';
import { CLI_COMMAND, type CliCommand } from '../../cli-command.js';
import { listResult, recordResult } from '../../output/result.js';
import { money, viewOf } from '../../output/view.js';
import type { Services } from '../../queries.js';
import type { Session } from '../../session.js';
import { UserError } from '../../user-error.js';
import { parseCurrency, parsePositiveAmount } from '../../values/amounts.js';
import { parseServiceId, parseUuid } from '../../values/identifiers.js';
import { parseRowLimit } from '../../values/lists.js';
import { requireService } from '../../values/require-existing.js';
import { type Moment, parseExpiry } from '../../values/times.js';

const EXAMPLE_ID = '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30';
const EXAMPLE_SERVICE = '0f3a9c21';

type LinkRow = ListedLink & { url: string; qr: string };

const LINK = viewOf<LinkRow>()({
  created_at: 'createdAt',
  id: 'id',
  service_id: 'serviceId',
  status: 'status',
  closed: 'closed',
  amount: money('amountMinor'),
  min_amount: money('minMinor'),
  max_amount: money('maxMinor'),
  currency: 'currency',
  description: 'description',
  control: 'control',
  single_use: 'singleUse',
  expires_at: 'expiresAt',
  url: 'url',
  qr_url: 'qr',
}).without('min_amount', 'max_amount', 'qr_url');

interface CreateOptions {
  service: string;
  amount?: number;
  min?: number;
  max?: number;
  currency?: string;
  description?: string;
  control?: string;
  expires?: Moment;
  once?: true;
}

export function addLinkCommands(payment: CliCommand): void {
  const link = payment.command('link').description('URLs at which payers pay without a shop').examples('payment link list');
  addLinkCreate(link);
  addLinkList(link);
  addLinkShow(link);
  addLinkDisable(link);
}

function addLinkCreate(link: CliCommand): void {
  link
    .command('create')
    .changes()
    .description('create a payment link; without --amount payers choose the amount')
    .requiredOption('--service <id>', 'service of the payments', parseServiceId)
    .option('--amount <amount>', 'what each payer pays', parsePositiveAmount)
    .option('--min <amount>', 'the least that payers may choose', parsePositiveAmount)
    .option('--max <amount>', 'the most that payers may choose', parsePositiveAmount)
    .option('--currency <code>', 'of the amounts (default: PLN)', parseCurrency)
    .option('--description <text>', 'shown to payers, at most 64 characters')
    .option('--control <text>', 'the partner’s own field of each payment, at most 255 characters')
    .option('--expires <when>', 'date, time or duration after which no payment can be started (default: never)', parseExpiry)
    .option('--once', 'the link can be paid only once')
    .notes('A link cannot be changed: disable it and create another one.')
    .examples(
      `payment link create --service ${EXAMPLE_SERVICE} --amount 49.90 --description "Guitar lesson" --control lessons`,
      `payment link create --service ${EXAMPLE_SERVICE} --min 5 --max 500 --description "Gifts" --expires 90d`,
      `payment link create --service ${EXAMPLE_SERVICE} --amount 120 --description "Invoice 7" --once`,
    )
    .withApplication(async ({ app, session }, options: CreateOptions) => {
      const service = await requireService(app, options.service);
      if (service.area !== 'payment') throw new UserError(`Service ${service.id} is not an online payment service.`);
      const toNumber = (minor: number | undefined): number | null => (minor === undefined ? null : amountToNumber(minor));
      const { displayTimeZone } = session.environment.app;
      try {
        const request = await validateLinkRequest({
          amount: toNumber(options.amount),
          minAmount: toNumber(options.min),
          maxAmount: toNumber(options.max),
          currency: options.currency ?? null,
          description: options.description ?? null,
          control: options.control ?? null,
          expiresAt: options.expires?.(app.get(BusinessClock).now(), displayTimeZone).toISOString() ?? null,
          singleUse: options.once ?? false,
        });
        const created = await app.get(CreateLinkService).run(service, request);
        return recordResult(LINK.json(linkRow({ ...created, closed: null }, session), session));
      } catch (error) {
        throw asUserError(error);
      }
    });
}

function addLinkList(link: CliCommand): void {
  link
    .command('list')
    .description('list payment links, newest first')
    .option('--service <id>', 'only of this service', parseServiceId)
    .option('--control <text>', 'only with this control')
    .addOption(new Option('--status <status>', 'only with this status').choices([...LINK_STATUSES]))
    .option('--limit <rows>', 'how many', parseRowLimit, 100)
    .examples('payment link list', `payment link list --service ${EXAMPLE_SERVICE} --status link_active --json`)
    .runs(async (session, options: { service?: string; control?: string; status?: string; limit: number }) => {
      const { service: serviceId = null, control = null, status = null, limit } = options;
      const search = { ...ALL_LINKS, id: null, serviceId, control, status, limit: limit + 1 };
      const links = await (await session.application()).get(LinksQuery).find(search);
      return listResult(
        session,
        LINK,
        links.map((row) => linkRow(row, session)),
        'There are no payment links.',
        limit,
      );
    });
}

function addLinkShow(link: CliCommand): void {
  link
    .command('show')
    .description('show one payment link with its latest payments')
    .argument('<id>', 'link id', parseUuid)
    .examples(`payment link show ${EXAMPLE_ID}`)
    .withApplication(async ({ app, session }, id: string) => {
      const row = linkRow(await requireLink(app, id), session);
      const payments = (await app.get(PaymentsOfLinkQuery).findLatestPayments(id)).map((payment) => PAYMENT.json(payment, session));
      const { json, text } = recordResult(
        LINK.json(row, session),
        ...payments.map(({ id: paymentId, status }) => `${String(paymentId)}  ${String(status)}`),
      );
      return { json: { ...(json as object), payments }, text };
    });
}

const PAYMENT = viewOf<Awaited<ReturnType<PaymentsOfLinkQuery['findLatestPayments']>>[number]>()({
  created_at: 'createdAt',
  id: 'id',
  status: 'status',
  amount: money('amountMinor'),
  currency: 'currency',
});

function addLinkDisable(link: CliCommand): void {
  link
    .command('disable')
    .changes({ needsConfirmation: true })
    .description('disable a payment link for good; its pending payments go on')
    .argument('<id>', 'link id', parseUuid)
    .notes('A disabled link cannot be enabled again. Repeating the command is harmless.')
    .examples(`payment link disable ${EXAMPLE_ID}`)
    .withApplication(async ({ app, session }, id: string) => {
      await requireLink(app, id);
      await session.confirm(`No more payments can be started with link ${id}.`);
      await app.get(DisableLinkService).run(id);
      return { json: { id, status: 'link_disabled' }, text: `Link ${id} is disabled.` };
    });
}

const ALL_LINKS = { partnerId: null, since: new Date(0), until: null };

async function requireLink(app: Services, id: string): Promise<ListedLink> {
  const [link] = await app.get(LinksQuery).find({ ...ALL_LINKS, serviceId: null, control: null, status: null, id, limit: 1 });
  if (!link) throw new UserError(`There is no payment link ${id}. See the links: ${CLI_COMMAND} payment link list`);
  return link;
}

function linkRow(link: ListedLink, { environment }: Session): LinkRow {
  const { publicUrl } = environment.http;
  return { ...link, url: paymentLinkUrl(publicUrl, link.token), qr: paymentLinkQrUrl(publicUrl, link.token) };
}

/** Turns a DomainError into a message for the user. The message has the API's names of fields, which differ a little from the options. */
function asUserError(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  return new UserError(
    Object.values(error.details.errors ?? {})
      .flat()
      .join('\n') || error.message,
  );
}
