import { SetMetadata } from '@nestjs/common';

export const PUBLIC_ROUTE = 'gateway:public-route';

export interface PublicRouteRule {
  why: string;
  /** False: it may be called without limit, as probes do. */
  counted: boolean;
}

/** Lets a route be called without a token. @param why what protects it instead, for the reader and the boot check. */
export const PublicRoute = (why: string, { counted = true }: { counted?: boolean } = {}): MethodDecorator & ClassDecorator =>
  SetMetadata(PUBLIC_ROUTE, { why, counted } satisfies PublicRouteRule);
