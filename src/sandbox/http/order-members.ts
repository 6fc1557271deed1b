import { BadRequestException } from '@nestjs/common';
import { malformedTexts } from '../../common/validation/well-formed.js';

export type OrderMembers = Readonly<Record<string, unknown>>;

/** Members of a body that is a JSON object. Like the functions below, @throws BadRequestException for anything else. */
export function orderMembersOf(body: Buffer): OrderMembers {
  const value = parsed(body.toString('utf8'));
  if (typeof value !== 'object' || value === null) throw malformed('body');
  const [field] = Object.keys(malformedTexts(value));
  if (field !== undefined) throw malformed(field);
  return { ...value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('body');
  }
}

export function textMember(members: OrderMembers, key: string, longest = 100): string {
  const value = members[key];
  if (!isText(value, longest) || value === '') throw malformed(key);
  return value;
}

export function optionalTextOf(members: OrderMembers, key: string, longest = 100): string | null {
  const value = members[key] ?? null;
  if (value !== null && !isText(value, longest)) throw malformed(key);
  return value;
}

/** Minor units, above zero. */
export function amountOf(members: OrderMembers): number {
  const value = optionalCountOf(members, 'amount');
  if (value === null || value === 0) throw malformed('amount');
  return value;
}

/** A whole number from 0; null when it is absent. */
export function optionalCountOf(members: OrderMembers, key: string): number | null {
  const value = members[key] ?? null;
  if (value !== null && (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)) throw malformed(key);
  return value;
}

export function timeMember(members: OrderMembers, key: string): Date | null {
  const text = optionalTextOf(members, key);
  const time = text === null ? null : new Date(text);
  if (time && Number.isNaN(time.getTime())) throw malformed(key);
  return time;
}

/** A list of texts; empty when it is absent. */
export function textMembers(members: OrderMembers, key: string, most: number, longest: number): string[] {
  const value = members[key] ?? [];
  if (!Array.isArray(value) || value.length > most) throw malformed(key);
  return value.map((text: unknown) => {
    if (!isText(text, longest)) throw malformed(key);
    return text;
  });
}

export function malformed(field: string): BadRequestException {
  return new BadRequestException({ result: 'MALFORMED', field });
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}
