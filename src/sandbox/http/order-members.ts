import { BadRequestException } from '@nestjs/common';

export type Members = Readonly<Record<string, unknown>>;

/** Members of the JSON object that a body is. @throws BadRequestException when it is none, as all below do */
export function membersOf(body: Buffer): Members {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // told below
  }
  throw malformed('body');
}

export function textOf(members: Members, key: string, longest = 100): string {
  const value = members[key];
  if (!isText(value, longest) || value === '') throw malformed(key);
  return value;
}

export function optionalTextOf(members: Members, key: string, longest = 100): string | null {
  const value = members[key] ?? null;
  if (value !== null && !isText(value, longest)) throw malformed(key);
  return value;
}

/** Minor units, more than nothing. */
export function amountOf(members: Members): number {
  const value = members['amount'];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0) throw malformed('amount');
  return value;
}

export function malformed(field: string): BadRequestException {
  return new BadRequestException({ result: 'MALFORMED', field });
}

/** PostgreSQL's text holds every character but this one. */
function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest && !value.includes('\0');
}
