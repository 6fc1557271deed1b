import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { DomainError, type FieldErrors, invalidField } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import type { ServiceRef } from '../../../platform/access/caller.js';
import { recordChange } from '../../../platform/audit/audited.js';
import { Changes } from '../../../platform/changes/changes.service.js';
import { type BuildStoredResponse, storeResponse } from '../../../platform/idempotency/stored-response.js';
import { Environment } from '../../../runtime/config/environment.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { insertionOf } from '../../../runtime/database/rows/row-insertion.js';
import { ServiceChannelsQuery } from '../payment-methods/service-channels.query.js';
import { RateQueries } from '../exchange-rates/rate.queries.js';
import { cardNumberProblems } from '../payments/create/create-payment-rules.js';
import type { CreateLinkRequest } from './create-link.request.js';
import { LINK_LIST } from './link.list.js';
import { linkAmounts } from './link-amounts.js';
import { type LinkTerms, readLinkTerms } from './link-terms.js';
import { LINK_TRANSITIONS } from './states.js';
import { PaymentLink } from './payment-link.entity.js';

const NEW_LINKS = insertionOf(PaymentLink);
const INSERT_LINK = { name: 'payment_link_insert', text: NEW_LINKS.insert() };
/** 256 bits, because the token is all that a payer needs to pay with the link. */
const TOKEN_BYTES = 32;

/** Creates a payment link. The request is rejected if no payment of the link would be accepted. */
@Injectable()
export class CreateLinkService {
  constructor(
    private readonly changes: Changes,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
    private readonly rates: RateQueries,
    private readonly channels: ServiceChannelsQuery,
  ) {}

  /**
   * @param buildStoredResponse builds the response that is stored together with the link.
   * @throws DomainError VALIDATION_ERROR on `service` when it is not active, on fields that contradict each other, on a description with a card
   * number, or on `amount`, `minAmount`, `maxAmount`, `currency` or `channels` when no channel accepts payments of the link; IDEMPOTENCY_CONFLICT.
   */
  async run(service: ServiceRef, request: CreateLinkRequest, buildStoredResponse?: BuildStoredResponse<PaymentLink>): Promise<PaymentLink> {
    if (service.status !== 'service_active') throw invalidField('service', 'The service is not active, so nothing can be sold through it.');
    const terms = readLinkTerms(request, this.clock.now(), this.environment.app.displayTimeZone);
    if ('errors' in terms) throw validationError(terms.errors);
    const cardProblems = cardNumberProblems({ description: terms.description });
    if (Object.keys(cardProblems).length > 0) throw validationError(cardProblems);
    await this.rejectUnpayable(service.id, terms);
    return this.changes.transaction(async (unit) => {
      const now = this.clock.now();
      const link = {
        id: uuidv7(),
        serviceId: service.id,
        token: randomBytes(TOKEN_BYTES).toString('base64url'),
        status: LINK_TRANSITIONS.initial,
        ...terms,
        createdAt: now,
        updatedAt: now,
      };
      await runNamed(unit.tx, INSERT_LINK, NEW_LINKS.values([link]));
      unit.counts.push({ list: LINK_LIST.counter(service.id), status: link.status, createdAt: now, by: 1 });
      if (buildStoredResponse) await storeResponse(unit.tx, buildStoredResponse(link));
      const { amountMinor: amount_minor, currency, singleUse: single_use, expiresAt: expires_at } = link;
      const after = { service_id: service.id, amount_minor, currency, single_use, expires_at };
      await recordChange(unit.tx, { action: 'link.create', subject: 'link', id: link.id, after });
      return link;
    });
  }

  private async rejectUnpayable(serviceId: string, terms: LinkTerms): Promise<void> {
    if ((await this.rates.latestRate(terms.currency)) === null)
      throw invalidField('currency', `There is no exchange rate for ${terms.currency}.`);
    const amounts = linkAmounts(await this.channels.listCached(serviceId), terms);
    if ('errors' in amounts) throw validationError(amounts.errors);
  }
}

const validationError = (errors: FieldErrors): DomainError => new DomainError('VALIDATION_ERROR', { errors });
