import { BadRequestException } from '@nestjs/common';
import type { ChargeOrder } from './simulated-charge.service.js';
import type { CodeOrder } from './simulated-code.service.js';

type Members = Record<string, unknown>;

/** @throws BadRequestException when the body is not an order for a code. */
export function codeOrderOf(body: Buffer): CodeOrder {
  const members = membersOf(body);
  const description = members['description'] ?? null;
  if (description !== null && !isText(description, 500)) throw malformed('description');
  return {
    codeReference: name(members, 'codeReference'),
    phoneNumber: phoneNumber(members),
    amount: amount(members),
    seller: name(members, 'seller', 200),
    description,
  };
}

/** @throws BadRequestException when the body is not an order for a charge. */
export function chargeOrderOf(body: Buffer): ChargeOrder {
  const members = membersOf(body);
  return {
    chargeReference: name(members, 'chargeReference'),
    codeReference: name(members, 'codeReference'),
    phoneNumber: phoneNumber(members),
    code: name(members, 'code'),
    amount: amount(members),
  };
}

function membersOf(body: Buffer): Members {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // told below
  }
  throw malformed('body');
}

function name(members: Members, key: string, longest = 100): string {
  const value = members[key];
  if (!isText(value, longest) || value === '') throw malformed(key);
  return value;
}

/** PostgreSQL's text holds every character but this one. */
function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest && !value.includes('\0');
}

function phoneNumber(members: Members): string {
  const value = name(members, 'phoneNumber');
  if (!/^48\d{9}$/.test(value)) throw malformed('phoneNumber');
  return value;
}

function amount(members: Members): number {
  const value = members['amount'];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0) throw malformed('amount');
  return value;
}

function malformed(field: string): BadRequestException {
  return new BadRequestException({ result: 'MALFORMED', field });
}
