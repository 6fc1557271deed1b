import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { readName } from '../../../platform/partners/readable-name.js';
import { SystemClock } from '../../../common/time/clocks.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import { isNetwork } from '../../../common/is-network.js';
import { CreateTokenService } from '../../../platform/partners/tokens/create-token.service.js';
import { RevokeTokenService } from '../../../platform/partners/tokens/revoke-token.service.js';
import type { Person } from '../../../platform/people/person.js';
import { scopeOf, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { PanelRejection } from '../shell/panel-rejection.js';
import { CurrentPerson, formField, type PanelRequest } from '../shell/panel-request.js';
import type { PanelTexts } from '../texts/texts.js';
import { grantable, presetsFor, TOKEN_PRESETS } from './token-presets.js';

const DAY_MS = 86_400_000;
/** Lifetimes of a token in days, as the form offers them. */
const LIFETIMES = ['365', '90', '30', 'never'] as const;
const MAX_NETWORKS = 20;
type Problem = keyof PanelTexts['tokens']['problems'];

/** Creates and revokes tokens. `KeysController` lists them. */
@Controller('tokens')
export class TokensController {
  constructor(
    private readonly createToken: CreateTokenService,
    private readonly revokeToken: RevokeTokenService,
    private readonly services: VisibleServicesQuery,
    private readonly clock: SystemClock,
    private readonly page: PanelPage,
  ) {}

  // The form is `fresh` too, so that the person confirms the identity before filling in the form, not after.
  @Get('new')
  @RequireAbility('panel.keys', { fresh: true })
  async form(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    await this.showForm(request, response, person, null);
  }

  @Post()
  @RequireAbility('panel.keys', { fresh: true })
  async make(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const { form } = request;
    const partnerId = partnerOf(person);
    const name = readName(formField(form, 'name'));
    if (name === null) return this.showForm(request, response, person, 'name');

    const abilities = readAbilities(request, person);
    if (abilities.length === 0) return this.showForm(request, response, person, 'abilities');

    const allowedNetworks = formField(form, 'addresses')
      .split(/[\s,]+/)
      .filter(Boolean);
    if (allowedNetworks.length > MAX_NETWORKS || !allowedNetworks.every(isNetwork))
      return this.showForm(request, response, person, 'addresses');

    const serviceIds = await this.readServices(request, person);
    if (serviceIds === null) return this.showForm(request, response, person, 'services');

    const lifetime = LIFETIMES.find((days) => days === formField(form, 'expires'));
    if (!lifetime) return this.showForm(request, response, person, 'expires');
    const expiresAt = lifetime === 'never' ? null : new Date(this.clock.now().getTime() + Number(lifetime) * DAY_MS);

    const { token } = await this.createToken.run({ partnerId, name, abilities, allowedNetworks, serviceIds, expiresAt });
    this.page.show(request, response, (t) => ({ template: 'keys/templates/created-token', title: t.tokens.made, data: { token, name } }));
  }

  @Post(':id/revoke')
  @RequireAbility('panel.keys', { fresh: true })
  async revoke(
    @Param('id') id: string,
    @Req() request: PanelRequest,
    @Res() response: Response,
    @CurrentPerson() person: Person,
  ): Promise<void> {
    const { serviceIds } = scopeOf(person);
    const isRevoked = isUuid(id) && (await this.revokeToken.run(id, { partnerId: partnerOf(person), serviceIds }));
    if (!isRevoked) throw new PanelRejection('missing');
    this.page.goTo(request, response, '/keys');
  }

  /** @returns null when the person may not see one of the services. */
  private async readServices({ form }: PanelRequest, person: Person): Promise<string[] | null> {
    const selectedIds = tickedNames(form, 'service ');
    // A person who is limited to some services gives a token for at most these services.
    if (selectedIds.length === 0) return [...person.serviceIds];
    const visibleIds = new Set((await this.services.listVisible(person)).map(({ id }) => id));
    return selectedIds.every((id) => visibleIds.has(id)) ? selectedIds : null;
  }

  private async showForm(request: PanelRequest, response: Response, person: Person, problem: Problem | null): Promise<void> {
    const services = await this.services.listVisible(person);
    const { form } = request;
    const [presets, chosenAbilities] = [presetsFor(person.abilities), tickedNames(form, 'ability ')];
    const [chosenServices, preset] = [tickedNames(form, 'service '), formField(form, 'preset') || 'shop'];
    this.page.show(request, response, (t) => ({
      template: 'keys/templates/new-token',
      title: t.tokens.title,
      status: problem ? 422 : 200,
      data: {
        name: formField(form, 'name'),
        addresses: formField(form, 'addresses'),
        presets: TOKEN_PRESETS.filter((name) => presets[name]).map((name) => ({
          preset: name,
          ...t.tokens.presets[name],
          isChosen: name === preset,
        })),
        abilities: grantable(person.abilities).map((ability) => ({ ability, isChosen: chosenAbilities.includes(ability) })),
        isListOpen: preset === 'list',
        services: services.map(({ id, name }) => ({ id, name, isChosen: chosenServices.includes(id) })),
        lifetimes: LIFETIMES.map((days) => ({ days, text: t.tokens.lifetimes[days], isChosen: days === formField(form, 'expires') })),
        address: request.visit.ipAddress,
        problem: problem && t.tokens.problems[problem],
      },
    }));
  }
}

function partnerOf({ partnerId }: Person): string {
  if (partnerId === null) throw new PanelRejection('forbidden');
  return partnerId;
}

/** The names of the ticked checkboxes with this prefix, without the prefix. */
const tickedNames = (form: PanelRequest['form'], prefix: string): string[] =>
  [...form.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));

/** The abilities of the new token; empty when the person chose none, or one that the person does not have. */
function readAbilities({ form }: PanelRequest, { abilities: ownAbilities }: Person): string[] {
  const preset = TOKEN_PRESETS.find((name) => name === formField(form, 'preset'));
  if (preset !== 'list') return [...((preset && presetsFor(ownAbilities)[preset]) ?? [])];
  const selectedAbilities = tickedNames(form, 'ability ');
  const allowed = grantable(ownAbilities);
  return selectedAbilities.every((ability) => allowed.includes(ability)) ? selectedAbilities : [];
}
