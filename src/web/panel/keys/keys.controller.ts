import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SystemClock } from '../../../common/time/clocks.js';
import { ServiceKeys } from '../../../platform/partners/keys/service-keys.js';
import { TokenListQuery, type TokenSummary } from '../../../platform/partners/tokens/token-list.query.js';
import { type Person } from '../../../platform/people/person.js';
import { scopeOf, type VisibleService, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';

const PURPOSES = ['ipn', 'webhook'] as const;
/** How long the old key stays valid after a rotation. The form offers these choices. */
const OVERLAP_SECONDS = { day: 86_400, hour: 3_600, week: 604_800, month: 2_592_000, none: 0 };

/** Signing keys of the gateway's notifications, and the partner's API tokens. */
@Controller('keys')
export class KeysController {
  constructor(
    private readonly keys: ServiceKeys,
    private readonly tokens: TokenListQuery,
    private readonly services: VisibleServicesQuery,
    private readonly clock: SystemClock,
    private readonly page: PanelPage,
  ) {}

  @Get()
  @RequireAbility('panel.keys')
  async show(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const { partnerId, serviceIds } = scopeOf(person);
    const services = await this.services.listVisible(person);
    const keys = await this.keys.listValidKeys(services.map(({ id }) => id));
    const tokens = partnerId === null ? [] : await this.tokens.listTokens(partnerId, serviceIds);
    const now = this.clock.now();
    this.page.show(request, response, (t) => {
      const tokenViews = tokens.map((token) => ({ ...token, state: stateOf(token, now) })).map((token) => describeToken(token, t));
      return {
        template: 'keys/templates/keys',
        title: t.screens.keys,
        data: {
          tokens: tokenViews.filter(({ state }) => state === 'valid'),
          ended: tokenViews.filter(({ state }) => state !== 'valid').reverse(),
          services: services.map((service) => ({
            ...service,
            product: t.transactions.products[service.area],
            keys: keys
              .filter(({ serviceId }) => serviceId === service.id)
              .map(({ purpose, validFrom, validUntil }) => ({ name: nameOfKey(service, purpose, t), validFrom, validUntil })),
            purposes: PURPOSES.map((purpose) => ({ purpose, name: nameOfKey(service, purpose, t) })),
          })),
          overlaps: Object.keys(OVERLAP_SECONDS).map((name) => ({ name, text: t.keys.overlaps[name as keyof typeof OVERLAP_SECONDS] })),
        },
      };
    });
  }

  @Post(':service/reveal')
  @RequireAbility('panel.keys', { fresh: true })
  async reveal(
    @Param('service') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const service = await this.serviceOf(person, id);
    const keys = await this.keys.reveal(id);
    this.page.show(request, response, (t) => ({
      template: 'keys/templates/revealed',
      title: `${t.keys.keysOf} ${service.name}`,
      data: { keys: keys.map((key) => ({ ...key, name: nameOfKey(service, key.purpose, t), use: useOfKey(service, key.purpose, t) })) },
    }));
  }

  @Post(':service/rotate')
  @RequireAbility('panel.keys', { fresh: true })
  async rotate(
    @Param('service') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    await this.serviceOf(person, id);
    const purpose = PURPOSES.find((name) => name === formField(request.form, 'purpose'));
    const overlap = formField(request.form, 'overlap');
    if (!purpose || !Object.hasOwn(OVERLAP_SECONDS, overlap)) throw new PanelRejection('unreadable');
    await this.keys.rotate(id, purpose, OVERLAP_SECONDS[overlap as keyof typeof OVERLAP_SECONDS]);
    this.page.goTo(request, response, `/keys#keys-${id}`);
  }

  private async serviceOf(person: Person, id: string): Promise<VisibleService> {
    const service = await this.services.findVisibleService(person, id);
    if (!service) throw new PanelRejection('missing');
    return service;
  }
}

type Purpose = (typeof PURPOSES)[number];
const nameOfKey = ({ area }: VisibleService, purpose: Purpose, t: PanelTexts): string =>
  purpose === 'webhook' ? t.keys.webhook : area === 'sms' ? t.keys.sign : t.keys.signature;
const useOfKey = ({ area }: VisibleService, purpose: Purpose, t: PanelTexts): string =>
  purpose === 'webhook' ? t.keys.webhookUse : area === 'sms' ? t.keys.signUse : t.keys.signatureUse;

function stateOf({ revokedAt, expiresAt }: TokenSummary, now: Date): 'valid' | 'revoked' | 'expired' {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= now ? 'expired' : 'valid';
}

const describeToken = ({ state, ...token }: TokenSummary & { state: 'valid' | 'revoked' | 'expired' }, t: PanelTexts) => ({
  id: token.id,
  name: token.name,
  state,
  stateName: t.keys.states[state],
  abilities: token.abilities.join(' '),
  services: token.serviceIds.join(' ') || t.all,
  addresses: token.allowedNetworks.join(' ') || t.keys.anywhere,
  createdAt: token.createdAt,
  expiresAt: token.expiresAt,
  lastUsedAt: token.lastUsedAt,
  lastAddress: token.lastAddress ?? '',
});
