import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DomainError } from '../../common/errors/domain-error.js';
import { nameCaller } from '../../runtime/database/shares/requesting-side.js';
import { readJsonBody } from '../../runtime/http/body/json-body.js';
import { RequestLimits } from '../../runtime/rate-limits/request-limits.js';
import { type Ability, areaOf, grants } from './ability.js';
import { isAddressAllowed } from './address-allow-list.js';
import type { AccessRequest } from './caller.js';
import { CONNECTOR_ROUTE } from './connector-route.decorator.js';
import { PROTECTED_BY } from './protected.decorator.js';
import { PUBLIC_ROUTE, type PublicRouteRule } from './public-route.decorator.js';
import { ServiceLookup } from './service-lookup.js';
import { type TokenRecord, TokenLookup } from './token-lookup.js';
import { TokenUses } from './token-uses.js';

interface RouteRule {
  controller: object;
  public: PublicRouteRule | undefined;
  isConnector: boolean;
  ability: Ability | undefined;
}

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * The one guard of all routes, closed by default. In this order: how often the address asks, token, address, ability, how often the token
 * asks; only then, when it is known who calls, the body is read; and then the service of the path is looked for.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  /** Decorators do not change, so each handler's are read once. */
  private readonly rules = new WeakMap<object, RouteRule>();

  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenLookup,
    private readonly services: ServiceLookup,
    private readonly limits: RequestLimits,
    private readonly uses: TokenUses,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.ruleOf(context);
    const request = context.switchToHttp().getRequest<AccessRequest>();
    await this.countAddress(rule, request.ip);
    if (rule.public) return true;
    const { ability } = rule;
    if (!ability) return false; // the boot check makes this unreachable; without it the route is closed all the same

    const shown: AccessRequest['shownCaller'] = (request.shownCaller = { address: request.ip });
    const token = await this.authenticate(request);
    shown.token = token.id;
    nameCaller(`partner ${token.partnerId}`);
    request.compatibility = token.compatibility; // refusals from here on have the form that the token was made for
    if (!isAddressAllowed(request.ip, token.allowedNetworks)) throw new DomainError('IP_ADDRESS_NOT_WHITELISTED');
    if (!grants(token.abilities, ability)) throw new DomainError('INVALID_ABILITY_PROVIDED');
    await this.limits.countToken(token.id);
    this.uses.note(token.id, request.ip);
    request.pathIsShown = true;
    const { id: tokenId, partnerId, serviceIds } = token;
    request.caller = { tokenId, partnerId, serviceIds };
    if (WITH_BODY.has(request.method)) {
      const { bytes, value } = await readJsonBody(request);
      request.body = value;
      request.bodyBytes = bytes;
    }

    const serviceId = request.params['serviceId'];
    if (serviceId !== undefined) {
      const service = await this.services.find(String(serviceId), areaOf(ability), request.caller);
      if (!service) throw new DomainError('SERVICE_NOT_FOUND');
      request.service = service;
    }
    return true;
  }

  private ruleOf(context: ExecutionContext): RouteRule {
    const handler = context.getHandler();
    const controller = context.getClass();
    const known = this.rules.get(handler);
    if (known?.controller === controller) return known; // a handler may be inherited, its controller's decorators are not
    const targets = [handler, controller];
    const rule = {
      controller,
      public: this.reflector.getAllAndOverride<PublicRouteRule | undefined>(PUBLIC_ROUTE, targets),
      isConnector: Boolean(this.reflector.getAllAndOverride<boolean | undefined>(CONNECTOR_ROUTE, targets)),
      ability: this.reflector.getAllAndOverride<Ability | undefined>(PROTECTED_BY, targets),
    };
    this.rules.set(handler, rule);
    return rule;
  }

  private async countAddress({ public: isPublic, isConnector }: RouteRule, address: string | undefined): Promise<void> {
    if (isPublic?.counted === false) return;
    await (isConnector ? this.limits.countConnector(address) : this.limits.countAddress(address));
  }

  /** A good token is let in even where others of its address guess; only unknown tokens count as guesses. */
  private async authenticate(request: AccessRequest): Promise<TokenRecord> {
    const text = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (text === undefined) throw new DomainError('UNAUTHORIZED');
    const token = await this.tokens.find(text);
    if (token === 'ended') throw new DomainError('UNAUTHORIZED');
    if (token) return token;
    await this.limits.countWrong('token', request.ip);
    throw new DomainError('UNAUTHORIZED');
  }
}
