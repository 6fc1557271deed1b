import { isWellFormed } from '../../../common/validation/well-formed.js';
import type { Money } from '../../../connectors/acquirers/port/money.js';
import type { AcquirerEvent } from '../../../connectors/acquirers/port/callback.js';

/** The field that makes an event of a callback unusable, and the message about the field. */
export interface UnusableReason {
  field: string;
  sentence: string;
}

/** The maximum length of the columns with references and codes. */
export const MAX_REFERENCE_BYTES = 255;
const MAX_DATA_BYTES = 8_192;
const MAX_STEP_BYTES = 32_768;
/**
 * Maximum amount in minor units: 100 million of a currency. Higher than any payment, and low enough to be multiplied by an exchange rate.
 */
const MAX_MINOR = 10 ** 10;

/**
 * Checks an event before it is applied. An acquirer repeats a failed callback for ever, so each event must be either applied or rejected.
 * @returns null when the event can be applied.
 */
export function unusableReason(event: AcquirerEvent): UnusableReason | null {
  const [path] = findUnstorable(event);
  if (path !== undefined) return { field: path, sentence: 'It must be a text, number or date that can be stored.' };
  if (event.eventId === '') return { field: 'eventId', sentence: 'It is empty.' };
  const tooLong = findTooLong(event);
  if (tooLong !== undefined) return { field: tooLong, sentence: 'It is too long.' };
  const money = moneyOf(event);
  return money === null || isValidMoney(money) ? null : { field: 'money', sentence: 'It is not a valid amount.' };
}

/** The captured, refunded or charged back amount in the event; null when the event has none. */
export function moneyOf(event: AcquirerEvent): Money | null {
  if (event.kind === 'attempt' || event.kind === 'refund') return event.result.money;
  return event.kind === 'chargeback' ? event.money : null;
}

export function isValidMoney({ amountMinor, currency }: Money): boolean {
  return Number.isSafeInteger(amountMinor) && amountMinor >= 0 && amountMinor <= MAX_MINOR && /^[A-Z]{3}$/.test(currency);
}

/** Paths of values that the database would refuse, at any depth. */
function findUnstorable(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return isWellFormed(value) ? [] : [path.join('.')];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path.join('.')];
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(isWellFormed(name) ? [] : [path.join('.')]),
    ...findUnstorable(member, [...path, name]),
  ]);
}

function findTooLong(event: AcquirerEvent): string | undefined {
  if (event.kind === 'chargeback') return undefined;
  const { providerRef, rawCode, data } = event.result;
  const bounds: [field: string, value: unknown, bytes: number][] = [
    ['id', providerRef, MAX_REFERENCE_BYTES],
    ['cause', rawCode, MAX_REFERENCE_BYTES],
    ['data', data, MAX_DATA_BYTES],
    ['app', 'appKey' in event.result ? event.result.appKey : null, MAX_REFERENCE_BYTES],
    ['next', 'next' in event.result ? event.result.next : null, MAX_STEP_BYTES],
  ];
  return bounds.find(([, value, maxBytes]) => sizeOf(value) > maxBytes)?.[0];
}

function sizeOf(value: unknown): number {
  return value === null ? 0 : Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));
}
