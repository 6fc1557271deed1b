import { SetMetadata } from '@nestjs/common';

export const PUBLIC_ROUTE = 'gateway:public-route';

export interface PublicRouteRule {
  why: string;
  /** False: calls do not count for the rate limit of the address. For probes. */
  counted: boolean;
}

/** Lets a route be called without a token. @param why what protects the route instead. The boot check requires a reason. */
export const PublicRoute = (why: string, { counted = true }: { counted?: boolean } = {}): MethodDecorator & ClassDecorator =>
  SetMetadata(PUBLIC_ROUTE, { why, counted } satisfies PublicRouteRule);
