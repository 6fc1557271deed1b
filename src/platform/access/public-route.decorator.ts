import { SetMetadata } from '@nestjs/common';

export const PUBLIC_ROUTE = 'gateway:public-route';

export interface PublicRouteRule {
  /** What protects the route instead of a token. For readers of the code only. */
  why: string;
  /** False: calls do not count for the rate limit of the address. For probes. */
  counted: boolean;
}

/** Lets a route be called without a token. @param reason what protects the route instead. */
export const PublicRoute = (reason: string, { counted = true }: { counted?: boolean } = {}): MethodDecorator & ClassDecorator =>
  SetMetadata(PUBLIC_ROUTE, { why: reason, counted } satisfies PublicRouteRule);
