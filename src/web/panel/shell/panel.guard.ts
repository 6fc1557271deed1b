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
import { FindSessionQuery } from '../../../platform/people/sessions/find-session.query.js';
import { isFresh } from '../../../platform/people/sessions/session-rules.js';
import { PageOrigin } from '../../pages/page-origin.js';
import { NEEDS, type RequiredAbility } from './needs.decorator.js';
import { PanelRejection } from './panel-refusal.js';
import { formField, type PanelRequest } from './panel-request.js';
import { formTokenOf, readSessionCookie } from './session-cookie.js';

/** Limits of a form from a signed-in person. Such a form may have a file of codes, or a checkbox for each of hundreds of services. */
const LARGE = { bytes: 1024 * 1024, fields: 1_000, hasFiles: true } as const;

/**
 * The only guard of the panel's routes. A route without a decorator is rejected at start. Checks in this order: rate limit of the IP address,
 * session, origin of a form, ability, and for some changes whether the person proved the identity within the last minutes.
 */
@Injectable()
export class PanelGuard implements CanActivate, OnApplicationBootstrap {
  constructor(
    private readonly reflector: Reflector,
    private readonly routes: DeclaredRoutes,
    private readonly limits: RequestLimits,
    private readonly sessions: FindSessionQuery,
    private readonly clock: SystemClock,
    private readonly origin: PageOrigin,
  ) {}

  onApplicationBootstrap(): void {
    const open = this.routes.all().filter(({ handler, controller }) => !this.isDeclared(handler, controller));
    if (open.length > 0)
      throw new Error(`These routes have neither @Needs() nor @PublicRoute(): ${open.map(({ name }) => name).join(', ')}`);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PanelRequest>();
    const need = this.reflector.get<RequiredAbility | undefined>(NEEDS, context.getHandler());
    await this.limits.countAddress(request.ip);
    const secret = readSessionCookie(request, this.origin.isHttps);
    request.person = secret === null ? null : await this.sessions.run(secret);
    request.formToken = request.person && secret ? formTokenOf(secret) : null;
    request.form = new Map();
    const { 'x-request-id': requestId, 'user-agent': browser = '' } = request.headers;
    request.visit = { address: request.ip ?? '', browser, requestId: typeof requestId === 'string' ? requestId : null };
    if (request.person) identifyCaller(`person ${request.person.userId}`);
    if (need && !request.person) throw new PanelRejection('sign-in');
    if (request.method === 'POST') await this.readOwnForm(request);
    if (!need || !request.person) return true;
    if (!hasAbility(request.person, need.ability)) throw new PanelRejection('forbidden');
    if (need.fresh && !isFresh(request.person.authenticatedAt, this.clock.now())) throw new PanelRejection('prove');
    return true;
  }

  private isDeclared(handler: object, controller: object): boolean {
    return Reflect.hasMetadata(NEEDS, handler) || [handler, controller].some((target) => Reflect.hasMetadata(PUBLIC_ROUTE, target));
  }

  /** Rejects forms of other sites. A browser that does not send `Sec-Fetch-Site` must send the session's token in the form. */
  private async readOwnForm(request: PanelRequest): Promise<void> {
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    if (site !== undefined ? site !== 'same-origin' : origin !== undefined && origin !== new URL(this.origin.url).origin)
      throw new PanelRejection('foreign-form');
    request.form = await readForm(request, request.person ? LARGE : undefined);
    if (site !== undefined) return;
    const { formToken } = request;
    const isOurs = formToken === null ? origin !== undefined : isEqualSecret(formField(request.form, 'form_token'), formToken);
    if (!isOurs) throw new PanelRejection('foreign-form');
  }
}

function isEqualSecret(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
