import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { MAX_APPS } from '../mandates/alias-limits.js';
import { PaymentAlias } from '../blik-aliases/payment-alias.entity.js';
import type { AliasTicket } from '../attempts/ticket.js';
import type { Level0AliasRequest } from './level0.request.js';
import { aliasNotUnique } from './blik-error.js';

/** Finds the active alias and the app with which a request without a code pays. */
@Injectable()
export class UsableAliasQuery {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The partner may name an app in which the alias is registered, or an app that was disclosed to the partner for the alias. Any other app
   * selects no alias.
   * @throws DomainError ALIAS_NOT_FOUND when the service has no such active alias.
   * @throws DomainError ALIAS_NOT_UNIQUE when the partner has to choose an app: several apps have the alias registered and none of them was
   * named, or the named app is not the app in which the alias is known to be registered.
   */
  async run(serviceId: string, { uuid, value, blik_id: appKey }: Level0AliasRequest): Promise<AliasTicket> {
    const aliases = uuid ? await this.byId(serviceId, uuid) : await this.byValue(serviceId, value ?? '');
    const aliasInApp = appKey ? findAliasInApp(aliases, appKey) : undefined;
    if (aliasInApp) return { kind: 'alias', alias: aliasInApp, app: appKey ?? null };
    const [first] = aliases;
    if (!first) throw new DomainError('ALIAS_NOT_FOUND', { message: 'The service has no such active alias.' });
    if (aliases.length > 1 || (appKey && first.blikKey !== null))
      throw aliasNotUnique(aliases.map((alias) => ({ value: alias.value, label: alias.label, key: alias.blikKey ?? '' })));
    return { kind: 'alias', alias: first, app: first.blikKey };
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

/** The alias that is known to be registered in the app, or else the alias for which the app was disclosed to the partner. */
function findAliasInApp(aliases: readonly PaymentAlias[], appKey: string): PaymentAlias | undefined {
  return aliases.find(({ blikKey }) => blikKey === appKey) ?? aliases.find(({ disclosedApps }) => disclosedApps.includes(appKey));
}
