import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import { BusinessClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { matching, searchNewest, type SearchScope } from '../../../platform/listing/search-newest.js';
import { LINK_LIST } from './link.list.js';
import { linkClosedReason, type LinkClosedReason } from './link-closed-reason.js';
import type { PaymentLink } from './payment-link.entity.js';
import { PaymentsOfLinkQuery } from './payments-of-link.query.js';

export interface ListedLink extends PaymentLink {
  /** Why no payment can be created with the link. null while payments can be created. */
  closed: LinkClosedReason | null;
}

export interface LinkSearch extends SearchScope {
  id: string | null;
  control: string | null;
  status: string | null;
}

/** Reads payment links, each with the reason if no payment can be created with the link. */
@Injectable()
export class LinksQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: BusinessClock,
    private readonly payments: PaymentsOfLinkQuery,
  ) {}

  async addClosedReason(links: readonly PaymentLink[]): Promise<ListedLink[]> {
    const usedLinkIds = await this.payments.findUsedLinks(links);
    const now = this.clock.now();
    return links.map((link) => ({ ...link, closed: linkClosedReason(link, usedLinkIds.has(link.id), now) }));
  }

  /** @throws DomainError ROUTE_NOT_FOUND, also for a link of another service and for a malformed id. */
  async get(serviceId: string, id: string): Promise<ListedLink> {
    const rows = isUuid(id) ? await this.readLinks('id = $1 AND service_id = $2', [id, serviceId]) : [];
    const [link] = await this.addClosedReason(rows);
    if (!link) throw new DomainError('ROUTE_NOT_FOUND');
    return link;
  }

  /** Finds links of any service, newest first. */
  async find({ id, control, status, ...scope }: LinkSearch): Promise<ListedLink[]> {
    const conditions = [matching('t.id = ?::uuid', id), matching('t.control = ?', control), matching('t.status = ?', status)];
    return this.addClosedReason(await searchNewest(this.dataSource, 'payment', LINK_LIST.selection, scope, conditions));
  }

  /** @returns null when no link has the token. */
  async findByToken(token: string): Promise<PaymentLink | null> {
    const [link] = await this.readLinks('token = $1', [token]);
    return link ?? null;
  }

  private async readLinks(where: string, values: unknown[]): Promise<PaymentLink[]> {
    const { selection } = LINK_LIST;
    return selection.rows(
      await this.dataSource.query<PaymentLink[]>(`SELECT ${selection.columns()} FROM payment_link WHERE ${where}`, values),
    );
  }
}
