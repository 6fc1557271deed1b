import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DomainError } from '../../common/errors/domain-error.js';
import { RequestLimits } from '../../runtime/rate-limits/request-limits.js';
import { type Ability, areaOf, grants } from './ability.js';
import { isAddressAllowed } from './address-allow-list.js';
import type { AccessRequest } from './caller.js';
import { PROTECTED_BY } from './protected.decorator.js';
import { PUBLIC_ROUTE } from './public-route.decorator.js';
import { ServiceLookup } from './service-lookup.js';
import { type TokenRecord, TokenLookup } from './token-lookup.js';

interface RouteRule {
  controller: object;
  isPublic: boolean;
  ability: Ability | undefined;
}

const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

/** The one guard of all routes: token, address, ability, then the service of the path, in this order. Closed by default. */
@Injectable()
export class AccessGuard implements CanActivate {
  /** Decorators do not change, so each handler's are read once. */
  private readonly rules = new WeakMap<object, RouteRule>();

  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenLookup,
    private readonly services: ServiceLookup,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { isPublic, ability } = this.ruleOf(context);
    if (isPublic) return true;
    if (!ability) return false; // the boot check makes this unreachable; without it the route is closed all the same

    const request = context.switchToHttp().getRequest<AccessRequest>();
    const token = await this.authenticate(request);
    await this.limits.countToken(token.id);
    if (!isAddressAllowed(request.ip, token.allowedNetworks)) throw new DomainError('IP_ADDRESS_NOT_WHITELISTED');
    if (!grants(token.abilities, ability)) throw new DomainError('INVALID_ABILITY_PROVIDED');
    request.caller = { tokenId: token.id, partnerId: token.partnerId, serviceIds: token.serviceIds };

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
      isPublic: Boolean(this.reflector.getAllAndOverride<string | undefined>(PUBLIC_ROUTE, targets)),
      ability: this.reflector.getAllAndOverride<Ability | undefined>(PROTECTED_BY, targets),
    };
    this.rules.set(handler, rule);
    return rule;
  }

  private async authenticate(request: AccessRequest): Promise<TokenRecord> {
    const text = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (text === undefined) throw new DomainError('UNAUTHORIZED');
    this.limits.refuseGuesser('token', request.ip);
    const token = await this.tokens.find(text);
    if (token) return token;
    await this.limits.countWrong('token', request.ip);
    throw new DomainError('UNAUTHORIZED');
  }
}
