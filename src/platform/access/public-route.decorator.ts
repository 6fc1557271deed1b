import { SetMetadata } from '@nestjs/common';

export const PUBLIC_ROUTE = 'gateway:public-route';

/** Lets a route be called without a token. @param why what protects it instead, for the reader and the boot check. */
export const PublicRoute = (why: string): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC_ROUTE, why);
