import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import type { AccessRequest } from '../../../platform/access/caller.js';
import { PaymentSubscription } from './payment-subscription.entity.js';

/** What the path leads to is looked at before what the body says: a subscription that the service does not have is none. */
@Injectable()
export class KnownSubscriptionGuard implements CanActivate {
  constructor(private readonly dataSource: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { service, params } = context.switchToHttp().getRequest<AccessRequest>();
    const id = String(params['subscriptionId']);
    const isKnown = service && isUuid(id) && (await this.dataSource.manager.existsBy(PaymentSubscription, { id, serviceId: service.id }));
    if (!isKnown) throw new DomainError('ROUTE_NOT_FOUND');
    return true;
  }
}
