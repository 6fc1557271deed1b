import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { MAX_APPS } from '../mandates/alias-limits.js';
import { PaymentAlias } from '../aliases/payment-alias.entity.js';
import { UnscopedAliasQuery } from '../aliases/unscoped-alias.query.js';
import type { AliasTicket } from '../attempts/ticket.js';
import type { Level0AliasRequest } from './level0.request.js';
import { aliasNotUnique } from './ticket-error.js';

/** Finds the active alias, and the app, that a request without a code pays with. */
@Injectable()
export class UsableAliasQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly shared: UnscopedAliasQuery,
  ) {}

  /**
   * The key of an app that the service was never shown for the alias is ignored.
   * @throws DomainError ALIAS_NOT_FOUND when the service has no such active alias, ALIAS_NOT_UNIQUE when several apps know it.
   */
  async run(serviceId: string, { uuid, value, blik_id: key }: Level0AliasRequest): Promise<AliasTicket> {
    const known = uuid ? await this.byId(serviceId, uuid) : await this.byValue(serviceId, value ?? '');
    const named = key ? await this.withApp(known, key) : null;
    if (named) return { kind: 'alias', alias: named, app: key ?? null };
    const [meant] = known;
    if (!meant) throw notFound();
    if (known.length > 1 || (key && meant.blikKey !== null))
      throw aliasNotUnique(known.map((alias) => ({ value: alias.value, label: alias.label, key: alias.blikKey ?? '' })));
    if (meant.blikKey === null && (await this.shared.run(meant))) throw notFound();
    return { kind: 'alias', alias: meant, app: meant.blikKey };
  }

  /** The alias that the app is known to hold, or else the one for which the channel named the app. */
  private async withApp(known: readonly PaymentAlias[], key: string): Promise<PaymentAlias | null> {
    const own = known.find(({ blikKey }) => blikKey === key);
    const told = own ? undefined : known.find(({ toldApps }) => toldApps.includes(key));
    return own ?? (told && !(await this.shared.run(told)) ? told : null);
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
      take: MAX_APPS,
    });
  }
}

function notFound(): DomainError {
  return new DomainError('ALIAS_NOT_FOUND', { message: 'The service has no such active alias.' });
}
