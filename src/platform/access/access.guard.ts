import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { identifyCaller } from '../../runtime/database/pool-quotas/requester.js';
import { type BodyLimits, LARGE_BODY } from '../../runtime/http/body/body-limits.decorator.js';
import { METHODS_WITH_BODY, readJsonBody } from '../../runtime/http/body/json-body.js';
import { LargeBodies } from '../../runtime/http/body/large-bodies.js';
import { RequestLimits } from '../../runtime/rate-limits/request-limits.js';
import { type Ability, areaOf, grants, isBeginning, isOfWholePartner } from './ability.js';
import { isAddressAllowed } from './address-allow-list.js';
import type { AccessRequest } from './caller.js';
import { CONNECTOR_ROUTE } from './connector-route.decorator.js';
import { PROTECTED_BY } from './protected.decorator.js';
import { PUBLIC_ROUTE, type PublicRouteRule } from './public-route.decorator.js';
import {
  missingAbilityError,
  needsWholePartner,
  NO_SUCH_TOKEN,
  noSuchService,
  missingTokenError,
  PARTNER_BLOCKED,
  TOKEN_EXPIRED,
  unauthorized,
  addressNotAllowedError,
} from './rejection-hints.js';
import { ServiceLookup } from './service-lookup.js';
import { type TokenRecord, TokenLookup } from './token-lookup.js';
import { TokenUsage } from './token-usage.js';

interface RouteRule {
  controller: object;
  public: PublicRouteRule | undefined;
  isConnector: boolean;
  ability: Ability | undefined;
  largeBody: BodyLimits | undefined;
}

/** The scheme of RFC 6750, with any visible ASCII characters as the token. The length is limited because the token is hashed. */
const BEARER = /^Bearer +([\x21-\x7e]{1,512})$/i;

/**
 * The one guard of all routes, closed by default. The order of checks: rate limit of the address, token, allowed addresses, ability, rate
 * limit of the token. Only when the caller is known, the guard reads the body and looks up the service of the path.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly rules = new WeakMap<object, RouteRule>();
  private readonly largeBodies = new LargeBodies();

  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenLookup,
    private readonly services: ServiceLookup,
    private readonly limits: RequestLimits,
    private readonly tokenUsage: TokenUsage,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.ruleOf(context);
    const request = context.switchToHttp().getRequest<AccessRequest>();
    const { ip } = request; // a getter of Express that parses the headers each time
    // A limiter returns a promise only when it needs its store. Otherwise nothing is awaited.
    const pendingAddressCount = this.countAddress(rule, ip);
    if (pendingAddressCount) await pendingAddressCount;
    if (rule.public) return true;
    const { ability } = rule;
    if (!ability) return false; // unreachable: ClosedByDefault stops the start of a process with such a route

    const loggedCaller: AccessRequest['shownCaller'] = (request.shownCaller = { address: ip });
    const token = await this.authenticate(request, ability);
    loggedCaller.token = token.id;
    identifyCaller(`partner ${token.partnerId}`);
    request.compatibility = token.compatibility; // errors thrown below have the response format that the token was created for
    if (!isAddressAllowed(ip, token.allowedNetworks)) throw addressNotAllowedError(ip);
    if (!grants(token.abilities, ability)) throw missingAbilityError(ability);
    if (token.serviceIds.length > 0 && isOfWholePartner(ability)) throw needsWholePartner();
    const pendingTokenCount = this.limits.countToken(token.id);
    if (pendingTokenCount) await pendingTokenCount;
    this.tokenUsage.note(token.id, ip);
    request.pathIsShown = true;
    const { id: tokenId, partnerId, serviceIds } = token;
    request.caller = { tokenId, partnerId, serviceIds };
    if (METHODS_WITH_BODY.has(request.method)) {
      const { largeBody } = rule;
      const waitForTurn = (): Promise<void> => this.largeBodies.waitForTurn(partnerId, context.switchToHttp().getResponse());
      const { bytes, value } = await (largeBody ? readJsonBody(request, largeBody, waitForTurn) : readJsonBody(request));
      request.body = value;
      request.bodyBytes = bytes;
    }

    const serviceId = request.params['serviceId'];
    if (serviceId !== undefined) {
      const [id, area] = [String(serviceId), areaOf(ability)];
      const service = await this.services.find(id, request.caller);
      if (!service || service.area !== area) throw noSuchService(id, area, service?.area ?? null);
      request.service = token.partnerIsBlocked ? { ...service, status: 'service_blocked' } : service;
    }
    return true;
  }

  private ruleOf(context: ExecutionContext): RouteRule {
    const handler = context.getHandler();
    const controller = context.getClass();
    const cachedRule = this.rules.get(handler);
    if (cachedRule?.controller === controller) return cachedRule; // two controllers may inherit one handler
    const targets = [handler, controller];
    const rule = {
      controller,
      public: this.reflector.getAllAndOverride<PublicRouteRule | undefined>(PUBLIC_ROUTE, targets),
      isConnector: Boolean(this.reflector.getAllAndOverride<boolean | undefined>(CONNECTOR_ROUTE, targets)),
      ability: this.reflector.getAllAndOverride<Ability | undefined>(PROTECTED_BY, targets),
      largeBody: this.reflector.get<BodyLimits | undefined>(LARGE_BODY, handler),
    };
    this.rules.set(handler, rule);
    return rule;
  }

  private countAddress({ public: isPublic, isConnector }: RouteRule, address: string | undefined): Promise<void> | undefined {
    if (isPublic?.counted === false) return undefined;
    return isConnector ? this.limits.countConnector(address) : this.limits.countAddress(address);
  }

  /**
   * Only unknown tokens count as guesses, and guesses from an address never lock out a valid token. A token of a blocked partner is
   * rejected. Routes that begin something through a service are the exception: they respond that the service is not active.
   */
  private async authenticate(request: AccessRequest, ability: Ability): Promise<TokenRecord> {
    const { authorization } = request.headers;
    const bearerToken = BEARER.exec(authorization ?? '')?.[1];
    if (bearerToken === undefined) throw missingTokenError(authorization);
    const token = await this.tokens.find(bearerToken);
    const mayPassBlocked = isBeginning(ability) && request.params['serviceId'] !== undefined;
    request.callerIsKnown = token !== null;
    if (token === 'ended') throw unauthorized(TOKEN_EXPIRED);
    if (token?.partnerIsBlocked && !mayPassBlocked) throw unauthorized(PARTNER_BLOCKED);
    if (token) return token;
    await this.limits.countWrong('token', request.ip);
    throw unauthorized(NO_SUCH_TOKEN);
  }
}
