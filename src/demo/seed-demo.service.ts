import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Environment } from '../runtime/config/environment.js';
import { CreatePartnerService } from '../platform/partners/create-partner.service.js';
import { CreateTokenService, hashToken, newToken } from '../platform/partners/tokens/create-token.service.js';
import { AccessToken } from '../platform/partners/tokens/access-token.entity.js';
import { Partner } from '../platform/partners/partner.entity.js';
import { Service } from '../platform/partners/services/service.entity.js';
import type { Area } from '../platform/partners/services/service-status.js';
import { ServiceKeys } from '../platform/partners/keys/service-keys.js';
import { UpdateService } from '../platform/partners/services/update-service.js';
import { registerInboxReceiver } from '../sandbox/inbox/register-inbox-receiver.js';
import { DEMO_PRODUCTS, type DemoProduct } from './demo-product.js';
import { DemoTokenFile } from './demo-token-file.js';

export interface Demo {
  token: string;
  /** One of each product. */
  services: { area: Area; id: string }[];
}

/** A partner to try everything with: one service of each product, a token for all abilities, notifications to the sandbox's inbox. */
@Injectable()
export class SeedDemoService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly environment: Environment,
    private readonly createPartner: CreatePartnerService,
    private readonly createToken: CreateTokenService,
    private readonly updateService: UpdateService,
    private readonly keys: ServiceKeys,
    private readonly tokenFile: DemoTokenFile,
    @Inject(DEMO_PRODUCTS) private readonly products: readonly DemoProduct[],
  ) {}

  /** Repeating it keeps what is there and fills in what is missing. */
  async run(): Promise<Demo> {
    const partner =
      (await this.dataSource.manager.findOneBy(Partner, { demo: true })) ??
      (await this.createPartner.run({ name: 'Demo Shop', demo: true }));
    const token = await this.ensureToken(partner.id);
    const services: Demo['services'] = [];
    for (const product of this.products) {
      const id = await this.ensureService(partner.id, product);
      if (this.environment.sandbox.enabled) await this.connectInbox(id);
      services.push({ area: product.area, id });
    }
    return { token, services };
  }

  private async ensureToken(partnerId: string): Promise<string> {
    const kept = await this.tokenFile.read();
    if (kept && (await this.dataSource.manager.existsBy(AccessToken, { tokenHash: hashToken(kept), partnerId }))) return kept;
    const token = newToken();
    await this.createToken.run({ partnerId, name: 'demo', abilities: ['*'], token });
    await this.tokenFile.write(token);
    return token;
  }

  private async ensureService(partnerId: string, product: DemoProduct): Promise<string> {
    const { area } = product;
    const found = await this.dataSource.manager.findOne(Service, { where: { partnerId, area }, order: { createdAt: 'ASC' } });
    return (found ?? (await product.createService(partnerId))).id;
  }

  /** The inbox's address changes with the sandbox's port, so it is set at each start. */
  private async connectInbox(serviceId: string): Promise<void> {
    await this.updateService.run(this.dataSource.manager, serviceId, { notifyUrl: `${this.environment.sandbox.url}/inbox/${serviceId}` });
    const valid = await this.keys.valid(serviceId);
    const secretOf = (purpose: 'ipn' | 'webhook'): string => valid.findLast((key) => key.purpose === purpose)?.secret ?? '';
    await registerInboxReceiver(this.dataSource, { serviceId, ipnKey: secretOf('ipn'), webhookSecret: secretOf('webhook') });
  }
}
