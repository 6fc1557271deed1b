import { Injectable } from '@nestjs/common';
import { BusinessClock } from '../../../common/time/clocks.js';
import { ServiceBrandQuery, type Shop } from '../../../platform/partners/brand/service-brand.query.js';
import type { ServiceChannel } from '../payment-methods/service-channel.js';
import { ServiceChannelsQuery } from '../payment-methods/service-channels.query.js';
import { type LinkAmounts, linkAmounts } from './link-amounts.js';
import { linkClosedReason, type LinkClosedReason } from './link-closed-reason.js';
import { LinksQuery } from './links.query.js';
import type { PaymentLink } from './payment-link.entity.js';
import { PaymentsOfLinkQuery } from './payments-of-link.query.js';

/** What the payer of a link sees of the link and its shop. */
export interface PayerLink extends Shop {
  link: PaymentLink;
  closed: LinkClosedReason | null;
  /** null when no channel accepts payments of the link now. */
  amounts: LinkAmounts | null;
  /** The open payment of a single-use link. null when there is none. */
  openPaymentId: string | null;
  /** All connected channels are simulated, so no real money would be taken. */
  test: boolean;
}

/** 32 bytes in base64url. */
const TOKEN_FORMAT = /^[A-Za-z0-9_-]{43}$/;

/** Reads everything that the payer's page shows about a link. Anybody who has the URL may see all of it. */
@Injectable()
export class PayerLinkQuery {
  constructor(
    private readonly links: LinksQuery,
    private readonly payments: PaymentsOfLinkQuery,
    private readonly brands: ServiceBrandQuery,
    private readonly channels: ServiceChannelsQuery,
    private readonly clock: BusinessClock,
  ) {}

  /** @returns null when the token is unknown or malformed. */
  async run(token: string): Promise<PayerLink | null> {
    const link = TOKEN_FORMAT.test(token) ? await this.links.findByToken(token) : null;
    if (!link) return null;
    const [shop, channels, payment] = await Promise.all([
      this.brands.shop(link.serviceId),
      this.channels.listCached(link.serviceId),
      link.singleUse ? this.payments.findOfSingleUse(link.id) : null,
    ]);
    const amounts = linkAmounts(channels, link);
    const closedReason = linkClosedReason(link, payment !== null && !payment.isOpen, this.clock.now());
    return {
      ...shop,
      link,
      closed: closedReason,
      amounts: 'errors' in amounts ? null : amounts,
      openPaymentId: payment?.isOpen ? payment.id : null,
      test: areAllSimulated(channels),
    };
  }
}

function areAllSimulated(channels: readonly ServiceChannel[]): boolean {
  const connectors = channels.flatMap(({ enabled, connector }) => (enabled && connector ? [connector] : []));
  return connectors.length > 0 && connectors.every((connector) => connector.isSimulated);
}
