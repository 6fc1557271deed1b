import { isLosslessNumber, parse } from 'lossless-json';

/** Order of signing of the DirectBilling notification, from the contract's table; of the two names of the service's id there is one. */
const DIRECT_BILLING_ORDER = [
  'id',
  'serviceId',
  'service_id',
  'status',
  'values.net',
  'values.gross',
  'values.partner',
  'returns.complete',
  'returns.failure',
  'control',
  'number_from',
  'provider',
];

type Members = Record<string, unknown>;

export interface RebuiltText {
  /** Values joined by `|`, without the key. */
  text: string;
  /** What the body claims. */
  signature: string | null;
}

/**
 * The signed text rebuilt from a notification's body the way a partner does it, numbers exactly as they were written.
 * @returns null when the body is not a JSON object.
 */
export function rebuildSignedText(body: string): RebuiltText | null {
  const members = parsedMembers(body);
  if (!members) return null;
  const { signature, ...signed } = members;
  // Every other notification names its type, and is signed in the order in which its body stands.
  const values =
    'type' in signed ? leaves(signed) : DIRECT_BILLING_ORDER.map((path) => at(signed, path)).filter((value) => value !== undefined);
  return { text: values.map(printed).join('|'), signature: typeof signature === 'string' ? signature : null };
}

function parsedMembers(body: string): Members | null {
  try {
    const value = parse(body);
    return isMembers(value) ? value : null;
  } catch {
    return null;
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

function leaves(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  return isMembers(value) ? Object.values(value).flatMap(leaves) : [value];
}

function at(members: Members, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isMembers(value) && Object.hasOwn(value, key) ? value[key] : undefined), members);
}

function printed(value: unknown): string {
  if (typeof value === 'string') return value;
  return isLosslessNumber(value) ? value.value : JSON.stringify(value);
}
