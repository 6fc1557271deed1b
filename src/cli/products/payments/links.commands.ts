import { DomainError } from '../../../common/errors/domain-error.js';
import { amountToNumber } from '../../../common/money/amount.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { validateLinkRequest } from '../../../products/payments/links/validate-link-request.js';
import { CreateLinkService } from '../../../products/payments/links/create-link.service.js';
import { DisableLinkService } from '../../../products/payments/links/disable-link.service.js';
import { paymentLinkUrl, paymentLinkQrUrl } from '../../../products/payments/links/link-url.js';
import { LINK_STATUSES } from '../../../products/payments/links/states.js';
import { type ListedLink, LinksQuery } from '../../../products/payments/links/links.query.js';
import { type PaymentOfLink, PaymentsOfLinkQuery } from '../../../products/payments/links/payments-of-link.query.js';
import { CLI_COMMAND } from '../../../runtime/cli-command.js';
import { changeCommand, command, listCommand, noun } from '../../command.js';
import { argument, flag, option, requiredOption } from '../../inputs.js';
import { recordResult } from '../../output/result.js';
import { money, viewOf } from '../../output/view.js';
import type { Services } from '../../queries.js';
import type { Session } from '../../session.js';
import { UserError } from '../../user-error.js';
import { parseCurrency, parsePositiveAmount } from '../../values/amounts.js';
import { parseServiceId, parseUuid } from '../../values/identifiers.js';
import { requireService } from '../../values/require-existing.js';
import { parseExpiry } from '../../values/times.js';

const EXAMPLE_ID = '019a9d3e-5c1b-7a54-9f6e-2b8c4d1e7f30';
const EXAMPLE_SERVICE = '0f3a9c21';
const ALL_LINKS = { id: null, partnerId: null, serviceId: null, control: null, status: null, since: new Date(0), until: null };

const LINK = viewOf<ListedLink & { url: string; qr: string }>()({
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

const create = changeCommand({
  description: 'create a payment link; without --amount payers choose the amount',
  takes: {
    serviceId: requiredOption('--service <id>', 'service of the payments', parseServiceId),
    amount: option('--amount <amount>', 'what each payer pays', parseNumber),
    minAmount: option('--min <amount>', 'the least that payers may choose', parseNumber),
    maxAmount: option('--max <amount>', 'the most that payers may choose', parseNumber),
    currency: option('--currency <code>', 'of the amounts (default: PLN)', parseCurrency),
    description: option('--description <text>', 'shown to payers, at most 64 characters'),
    control: option('--control <text>', 'the partner’s own field of each payment, at most 255 characters'),
    expires: option('--expires <when>', 'date, time or duration after which no payment can be started (default: never)', parseExpiry),
    singleUse: flag('--once', 'the link can be paid only once'),
  },
  notes: 'A link cannot be changed: disable it and create another one.',
  examples: [
    `payment link create --service ${EXAMPLE_SERVICE} --amount 49.90 --description "Guitar lesson" --control lessons`,
    `payment link create --service ${EXAMPLE_SERVICE} --min 5 --max 500 --description "Gifts" --expires 90d`,
    `payment link create --service ${EXAMPLE_SERVICE} --amount 120 --description "Invoice 7" --once`,
  ],
  async run({ app, session }, { serviceId, expires, ...fields }) {
    const service = await requireService(app, serviceId);
    if (service.area !== 'payment') throw new UserError(`Service ${service.id} is not an online payment service.`);
    const expiresAt = expires?.(app.get(BusinessClock).now(), session.environment.app.displayTimeZone).toISOString();
    const request = await validateLinkRequest({ ...fields, expiresAt }).catch(throwUserError);
    const created = await app.get(CreateLinkService).run(service, request).catch(throwUserError);
    return recordResult(LINK.json(withUrls({ ...created, closed: null }, session), session));
  },
});

const list = listCommand({
  description: 'list payment links, newest first',
  takes: {
    serviceId: option('--service <id>', 'only of this service', parseServiceId),
    control: option('--control <text>', 'only with this control'),
    status: option('--status <status>', 'only with this status', LINK_STATUSES),
  },
  examples: ['payment link list', `payment link list --service ${EXAMPLE_SERVICE} --status link_active --json`],
  view: LINK,
  limit: 100,
  async rows({ app, session }, { serviceId = null, control = null, status = null }, limit) {
    const links = await app.get(LinksQuery).find({ ...ALL_LINKS, serviceId, control, status, limit });
    return links.map((row) => withUrls(row, session));
  },
  empty: 'There are no payment links.',
});

const PAYMENT = viewOf<PaymentOfLink>()({
  created_at: 'createdAt',
  id: 'id',
  status: 'status',
  amount: money('amountMinor'),
  currency: 'currency',
});

const show = command({
  description: 'show one payment link with its latest payments',
  takes: { linkId: argument('<id>', 'link id', parseUuid) },
  examples: [`payment link show ${EXAMPLE_ID}`],
  async run({ app, session }, { linkId }) {
    const record = LINK.json(withUrls(await requireLink(app, linkId), session), session);
    const payments = await app.get(PaymentsOfLinkQuery).findLatestPayments(linkId);
    const { text } = recordResult(record, ...payments.map(({ id, status }) => `${id}  ${status}`));
    return { json: { ...record, payments: payments.map((payment) => PAYMENT.json(payment, session)) }, text };
  },
});

const disable = changeCommand({
  description: 'disable a payment link for good; its pending payments go on',
  needsConfirmation: true,
  takes: { id: argument('<id>', 'link id', parseUuid) },
  notes: 'A disabled link cannot be enabled again. Repeating the command is harmless.',
  examples: [`payment link disable ${EXAMPLE_ID}`],
  async run({ app, session }, { id }) {
    await requireLink(app, id);
    await session.confirm(`No more payments can be started with link ${id}.`);
    await app.get(DisableLinkService).run(id);
    return { json: { id, status: 'link_disabled' }, text: `Link ${id} is disabled.` };
  },
});

export const link = noun({
  description: 'URLs at which payers pay without a shop',
  examples: ['payment link list'],
  commands: { create, list, show, disable },
});

/** An amount as the API takes it. */
function parseNumber(text: string): number {
  return amountToNumber(parsePositiveAmount(text));
}

async function requireLink(app: Services, id: string): Promise<ListedLink> {
  const [found] = await app.get(LinksQuery).find({ ...ALL_LINKS, id, limit: 1 });
  if (!found) throw new UserError(`There is no payment link ${id}. See the links: ${CLI_COMMAND} payment link list`);
  return found;
}

function withUrls(row: ListedLink, { environment }: Session) {
  const { publicUrl } = environment.http;
  return { ...row, url: paymentLinkUrl(publicUrl, row.token), qr: paymentLinkQrUrl(publicUrl, row.token) };
}

/** Turns a DomainError into a message for the user. The message has the API's names of fields, which differ a little from the options. */
function throwUserError(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const messages = Object.values(error.details.errors ?? {}).flat();
  throw new UserError(messages.join('\n') || error.message);
}
