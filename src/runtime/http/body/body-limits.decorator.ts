import { SetMetadata } from '@nestjs/common';

/** Limits for a JSON body. */
export interface BodyLimits {
  bytes: number;
  /** Number of values and of members' names. It limits the memory and the time that a body needs. */
  values: number;
}

/** Limits of all requests but those with `LargeBody`. */
export const BODY_LIMITS: BodyLimits = { bytes: 256 * 1024, values: 5_000 };

export const LARGE_BODY = Symbol('limits for a large body');

/** Larger limits for the body of one route. Bodies above the common limit of bytes are processed a few at a time (`LargeBodies`). */
export const LargeBody = (limits: BodyLimits): MethodDecorator => SetMetadata(LARGE_BODY, limits);
