import { NotFoundException } from '@nestjs/common';

/** @throws NotFoundException with the acquirer's error code when the value is null. */
export function orNotFound<T>(value: T | null): T {
  if (value === null) throw new NotFoundException({ error: 'UNKNOWN_REFERENCE' });
  return value;
}
