import { NotFoundException } from '@nestjs/common';

/** @throws NotFoundException in the acquirer's own words when there is nothing. */
export function found<T>(thing: T | null): T {
  if (thing === null) throw new NotFoundException({ error: 'UNKNOWN_REFERENCE' });
  return thing;
}
