import { timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { SystemClock } from '../../../common/time/clocks.js';
import { identifyCaller } from '../../../runtime/database/pool-quotas/requester.js';
import { readForm } from '../../../runtime/http/body/form-body.js';
import { RequestLimits } from '../../../runtime/rate-limits/request-limits.js';
import { DeclaredRoutes } from '../../../platform/access/declared-routes.js';
import { PUBLIC_ROUTE } from '../../../platform/access/public-route.decorator.js';
import { hasAbility } from '../../../platform/people/person.js';
import { SessionQueries } from '../../../platform/people/sessions/session.queries.js';
import { isRecentlyAuthenticated } from '../../../platform/people/sessions/session-rules.js';
import { PageOrigin } from '../../pages/page-origin.js';
import { REQUIRED_ABILITY, type RequiredAbility } from './require-ability.decorator.js';
import { PanelRejection } from './panel-rejection.js';
import { formField, type PanelRequest } from './panel-request.js';
import { formTokenOf, readSessionCookie } from './session-cookie.js';

/** Limits of a form from a signed-in person. Such a form may have a file of codes, or a checkbox for each of hundreds of services. */
const SIGNED_IN_FORM_LIMITS = { bytes: 1024 * 1024, fields: 1_000, hasFiles: true } as const;

/**
 * The only guard of the panel's routes. A route without a decorator is rejected at start. Checks in this order: rate limit of the IP
 * address, session, origin of a form, ability, and for `fresh` routes whether the person proved the identity within the last minutes.
 */
@Injectable()
export class PanelGuard implements CanActivate, OnApplicationBootstrap {
  constructor(
    private readonly reflector: Reflector,
    private readonly routes: DeclaredRoutes,
    private readonly limits: RequestLimits,
    private readonly sessions: SessionQueries,
    private readonly clock: SystemClock,
    private readonly origin: PageOrigin,
  ) {}

  onApplicationBootstrap(): void {
    const undeclared = this.routes.all().filter(({ handler, controller }) => !this.isDeclared(handler, controller));
    if (undeclared.length > 0)
      throw new Error(`These routes have neither @RequireAbility() nor @PublicRoute(): ${undeclared.map(({ name }) => name).join(', ')}`);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PanelRequest>();
    const required = this.reflector.get<RequiredAbility | undefined>(REQUIRED_ABILITY, context.getHandler());
    await this.limits.countAddress(request.ip);
    const secret = readSessionCookie(request, this.origin.isHttps);
    request.person = secret === null ? null : await this.sessions.findPerson(secret);
    request.formToken = request.person && secret ? formTokenOf(secret) : null;
    request.form = new Map();
    const { 'x-request-id': requestId, 'user-agent': userAgent = '' } = request.headers;
    request.visit = { ipAddress: request.ip ?? '', userAgent, requestId: typeof requestId === 'string' ? requestId : null };
    if (request.person) identifyCaller(`person ${request.person.userId}`);
    if (required && !request.person) throw new PanelRejection('sign-in');
    if (request.method === 'POST') await this.readOwnForm(request);
    if (!required || !request.person) return true;
    if (!hasAbility(request.person, required.ability)) throw new PanelRejection('forbidden');
    if (required.fresh && !isRecentlyAuthenticated(request.person.authenticatedAt, this.clock.now())) throw new PanelRejection('prove');
    return true;
  }

  private isDeclared(handler: object, controller: object): boolean {
    return (
      Reflect.hasMetadata(REQUIRED_ABILITY, handler) || [handler, controller].some((target) => Reflect.hasMetadata(PUBLIC_ROUTE, target))
    );
  }

  /**
   * Rejects forms of other sites. Without `Sec-Fetch-Site`, a form must contain the session's token; before a session exists, the browser
   * must send the panel's own origin.
   */
  private async readOwnForm(request: PanelRequest): Promise<void> {
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    if (site !== undefined ? site !== 'same-origin' : origin !== undefined && origin !== new URL(this.origin.url).origin)
      throw new PanelRejection('foreign-form');
    request.form = await readForm(request, request.person ? SIGNED_IN_FORM_LIMITS : undefined);
    if (site !== undefined) return;
    const { formToken } = request;
    const isOwnForm = formToken === null ? origin !== undefined : isEqualSecret(formField(request.form, 'form_token'), formToken);
    if (!isOwnForm) throw new PanelRejection('foreign-form');
  }
}

function isEqualSecret(received: string, expected: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
