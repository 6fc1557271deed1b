import { isLosslessNumber, parse } from 'lossless-json';

/** A decoded body without the field `signature`, as a verifier gets the body. */
interface Decoded {
  members: Members;
  userAgent: string;
}
type Members = Readonly<Record<string, unknown>>;

export interface PublicVerifier {
  /** Language, and the libraries or plugins that verify in this way. */
  readonly name: string;
  /** The text that the verifier hashes, without the key; null when the verifier rejects the notification in any case. */
  text(this: void, received: Decoded): string | null;
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

/** All values in the body's order, without the objects and lists that contain them. */
function leafValues(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leafValues);
  return isMembers(value) ? Object.values(value).flatMap(leafValues) : [value];
}

const valueAt = (members: Members, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isMembers(value) ? value[key] : undefined), members);

/** A number as it is printed after decoding to a double. */
const asDouble = (value: unknown): string => (isLosslessNumber(value) ? String(Number(value.value)) : String(value));

/** Like `asDouble` in Python, which keeps the digits of whole numbers and prints doubles without a fraction with `.0`. */
function asPythonNumber(value: unknown): string {
  if (!isLosslessNumber(value) || !/[.eE]/.test(value.value)) return isLosslessNumber(value) ? value.value : String(value);
  const number = Number(value.value);
  return Number.isInteger(number) ? `${number}.0` : String(number);
}

/** A number with the digits of the body. */
const asWritten = (value: unknown): string => (isLosslessNumber(value) ? value.value : String(value));

/** Paths of the signed values after `status`, in the signed order. */
const FIELD_ORDER = 'values.net values.gross values.partner returns.complete returns.failure control number_from provider'.split(' ');
/** The verifier includes the signature itself in the hashed text, so the signature never matches. */
const hashesItsOwnSignature = (): null => null;
/** The verifier expects a body of online payments that the gateway does not send any more. */
const readsAnotherBody = (): null => null;
const isTyped = (members: Members): boolean => typeof members['type'] === 'string';

/** Published libraries; docs/compatibility.md describes them under these names. */
export const PUBLIC_VERIFIERS: readonly PublicVerifier[] = [
  { name: 'PHP: Laravel package', text: ({ members }) => leafValues(members).map(asDouble).join('|') },
  {
    name: 'PHP: e-commerce package and plugins on it, Magento, PrestaShop from 1.1',
    text: ({ members, userAgent }) =>
      isTyped(members) && userAgent.split('/').slice(1).join('/') === '2.0' ? leafValues(members).map(asDouble).join('|') : null,
  },
  {
    name: 'PHP: Sylius plugin',
    text({ members }) {
      const requiredValues = ['id', 'service_id', 'status', ...FIELD_ORDER.slice(0, 6)].map((path) => valueAt(members, path) ?? '');
      const optionalValues = FIELD_ORDER.slice(6).flatMap((path) => valueAt(members, path) ?? []);
      return isTyped(members) ? null : [...requiredValues, ...optionalValues].map(asDouble).join('|');
    },
  },
  {
    name: 'JavaScript: @simpay/typescript',
    text: ({ members }) =>
      isTyped(members) || typeof members['serviceId'] === 'string' ? leafValues(members).map(asDouble).join('|') : null,
  },
  {
    name: 'JavaScript: simpay-typescript-api; PHP: simpaypl/simpay 2.2',
    text: ({ members }) =>
      isTyped(members)
        ? null
        : ['id', 'service_id', 'status', ...FIELD_ORDER]
            .flatMap((path) => valueAt(members, path) ?? [])
            .map(asDouble)
            .join('|'),
  },
  {
    name: 'Python: simpay-api',
    text: ({ members }) =>
      isTyped(members)
        ? null
        : Object.values(members)
            .flatMap((value) => (isMembers(value) ? Object.values(value) : [value]))
            .map(asPythonNumber)
            .join('|'),
  },
  { name: 'Java: simpay-java-sdk', text: ({ members }) => leafValues(members).map(asWritten).join('|') },
  { name: 'Java, Kotlin and Go: libraries 2.1.1', text: hashesItsOwnSignature },
  { name: 'PHP: WHMCS, PrestaShop 1.0, older WooCommerce and OpenCart plugins', text: readsAnotherBody },
];

/** @returns null when the body is not a JSON object. */
export function decodeBody(body: string, userAgent: string): Decoded | null {
  try {
    const value = parse(body);
    if (!isMembers(value)) return null;
    const members = Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'signature'));
    return { members, userAgent };
  } catch {
    return null;
  }
}
