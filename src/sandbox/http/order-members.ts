import { BadRequestException } from '@nestjs/common';
import { parseDayOrMoment } from '../../common/time/moment.js';
import { malformedTexts } from '../../common/validation/well-formed.js';

const DEFAULT_MAX_LENGTH = 100;

export type OrderMembers = Readonly<Record<string, unknown>>;

/**
 * Members of a JSON object in the body. This function and the functions below throw BadRequestException for a body or a member of another
 * form.
 */
export function orderMembersOf(body: Buffer): OrderMembers {
  const value = parseJson(body.toString('utf8'));
  if (typeof value !== 'object' || value === null) throw malformed('body');
  const [field] = Object.keys(malformedTexts(value));
  if (field !== undefined) throw malformed(field);
  return { ...value };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('body');
  }
}

export function textMember(members: OrderMembers, key: string, maxLength = DEFAULT_MAX_LENGTH): string {
  const value = members[key];
  if (!isText(value, maxLength) || value === '') throw malformed(key);
  return value;
}

export function optionalTextOf(members: OrderMembers, key: string, maxLength = DEFAULT_MAX_LENGTH): string | null {
  const value = members[key] ?? null;
  if (value !== null && !isText(value, maxLength)) throw malformed(key);
  return value;
}

/** An amount in minor units, above zero. */
export function amountOf(members: OrderMembers): number {
  const value = optionalCountOf(members, 'amount');
  if (value === null || value === 0) throw malformed('amount');
  return value;
}

/** A whole number from 0; null when the member is absent. */
export function optionalCountOf(members: OrderMembers, key: string): number | null {
  const value = members[key] ?? null;
  if (value !== null && (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)) throw malformed(key);
  return value;
}

/** An ISO 8601 time, or a day, which means its beginning. Without an offset both are in UTC. Null when the member is absent. */
export function timeMember(members: OrderMembers, key: string): Date | null {
  const text = optionalTextOf(members, key);
  const time = parseDayOrMoment(text, 'utc')?.from ?? null;
  if (text !== null && !time) throw malformed(key);
  return time;
}

/** A list of texts; empty when the member is absent. */
export function textMembers(members: OrderMembers, key: string, maxItems: number, maxLength: number): string[] {
  const value = members[key] ?? [];
  if (!Array.isArray(value) || value.length > maxItems) throw malformed(key);
  return value.map((text: unknown) => {
    if (!isText(text, maxLength)) throw malformed(key);
    return text;
  });
}

export function malformed(field: string): BadRequestException {
  return new BadRequestException({ result: 'MALFORMED', field });
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.length <= maxLength;
}
