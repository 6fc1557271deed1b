import { NotFoundException } from '@nestjs/common';

/** @throws NotFoundException with the acquirer's error code for null. */
export function orNotFound<T>(thing: T | null): T {
  if (thing === null) throw new NotFoundException({ error: 'UNKNOWN_REFERENCE' });
  return thing;
}
