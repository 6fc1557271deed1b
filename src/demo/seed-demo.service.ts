import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Environment } from '../runtime/config/environment.js';
import { CreatePartnerService } from '../platform/partners/create-partner.service.js';
import { CreateTokenService, hashToken, newToken } from '../platform/partners/tokens/create-token.service.js';
import { AccessToken } from '../platform/partners/tokens/access-token.entity.js';
import { CreateAdjustmentService } from '../platform/ledger/manual/create-adjustment.service.js';
import { Partner } from '../platform/partners/partner.entity.js';
import { Service } from '../platform/partners/services/service.entity.js';
import type { Area } from '../platform/partners/services/service-status.js';
import { Parts } from '../platform/products/parts.js';
import type { Product } from '../platform/products/product.js';
import { GatewayNotifications } from './gateway-notifications.js';
import { DemoTokenFile } from './demo-token-file.js';

/** 10,000.00 PLN. */
const DEMO_MONEY_MINOR = 10_000_00;

export interface Demo {
  partnerId: string;
  token: string;
  /** One service of each product. */
  services: { area: Area; id: string }[];
}

/**
 * Creates the demo partner with test money, a token with all abilities and one service of each product. While the sandbox is on, these
 * services send their notifications to its inbox.
 */
@Injectable()
export class SeedDemoService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly createPartner: CreatePartnerService,
    private readonly createToken: CreateTokenService,
    private readonly notifications: GatewayNotifications,
    private readonly createAdjustment: CreateAdjustmentService,
    private readonly tokenFile: DemoTokenFile,
    private readonly parts: Parts,
  ) {}

  /** Can be repeated: existing parts of the demo stay, and missing parts are created. */
  async run(): Promise<Demo> {
    const partner =
      (await this.dataSource.manager.findOneBy(Partner, { demo: true })) ??
      (await this.createPartner.run({ name: 'Demo Shop', demo: true }));
    const token = await this.ensureToken(partner.id);
    await this.ensureMoney(partner.id);
    const services: Demo['services'] = [];
    for (const product of this.parts.products) {
      const id = await this.ensureService(partner.id, product);
      if (this.environment.sandbox.enabled) await this.notifications.keepConnected(id);
      services.push({ area: product.area, id });
    }
    return { partnerId: partner.id, token, services };
  }

  /**
   * Books test money, once because the reference is always the same. Otherwise the first payment could not be refunded in full: the wallet
   * gets the payment minus the commission.
   */
  private async ensureMoney(partnerId: string): Promise<void> {
    await this.createAdjustment.run({
      reference: `demo-money-${partnerId}`,
      debit: 'platform:liquidity',
      credit: 'partner:available',
      partnerId,
      currency: 'PLN',
      amountMinor: DEMO_MONEY_MINOR,
      test: true,
      reason: 'test money to try refunds with',
      author: 'demo',
    });
  }

  private async ensureToken(partnerId: string): Promise<string> {
    const storedToken = await this.tokenFile.read();
    if (storedToken && (await this.dataSource.manager.existsBy(AccessToken, { tokenHash: hashToken(storedToken), partnerId })))
      return storedToken;
    const token = newToken();
    await this.createToken.run({ partnerId, name: 'demo', abilities: ['*'], token });
    await this.tokenFile.write(token);
    return token;
  }

  private async ensureService(partnerId: string, product: Product): Promise<string> {
    const { area } = product;
    const existing = await this.dataSource.manager.findOne(Service, { where: { partnerId, area }, order: { createdAt: 'ASC' } });
    return (existing ?? (await product.createDemoService(this.parts.get, partnerId))).id;
  }
}
