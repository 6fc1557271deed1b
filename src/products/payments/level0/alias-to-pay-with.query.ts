import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { PaymentAlias } from '../aliases/payment-alias.entity.js';
import type { Ticket } from '../attempts/ticket.js';
import type { Level0AliasRequest } from './level0.request.js';
import { aliasNotUnique } from './ticket-error.js';

type AliasTicket = Extract<Ticket, { kind: 'alias' }>;

/** Apps that know one payer; a list of choices is never longer. */
const MOST_APPS = 20;

/** The active alias of a service that a payment without a code means. */
@Injectable()
export class AliasToPayWithQuery {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @throws DomainError ALIAS_NOT_FOUND when the service has no such active alias, ALIAS_NOT_UNIQUE when several apps know the value and none
   * is named.
   */
  async run(serviceId: string, { uuid, value, blik_id: key }: Level0AliasRequest): Promise<AliasTicket> {
    const known = uuid ? await this.byId(serviceId, uuid) : await this.byValue(serviceId, value ?? '');
    const meant = key ? (known.find(({ blikKey }) => blikKey === key) ?? known[0]) : known[0];
    if (!meant) throw new DomainError('ALIAS_NOT_FOUND', { message: 'The service has no such active alias.' });
    if (!key && known.length > 1)
      throw aliasNotUnique(known.map((alias) => ({ value: alias.value, label: alias.label, key: alias.blikKey ?? '' })));
    // An app that only the channel has named is the channel's to know.
    return { kind: 'alias', value: meant.value, app: key ?? meant.blikKey };
  }

  private byId(serviceId: string, id: string): Promise<PaymentAlias[]> {
    return isUuid(id)
      ? this.dataSource.manager.findBy(PaymentAlias, { id, serviceId, type: 'UID', status: 'alias_active' })
      : Promise.resolve([]);
  }

  private byValue(serviceId: string, value: string): Promise<PaymentAlias[]> {
    return this.dataSource.manager.find(PaymentAlias, {
      where: { serviceId, value, type: 'UID', status: 'alias_active' },
      order: { createdAt: 'ASC', id: 'ASC' },
      take: MOST_APPS,
    });
  }
}
