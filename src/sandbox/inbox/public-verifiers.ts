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

/** All values that are no object or list, in the body's order. */
function leaves(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  return isMembers(value) ? Object.values(value).flatMap(leaves) : [value];
}

const at = (members: Members, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isMembers(value) ? value[key] : undefined), members);

/** A number as it is printed after decoding to a double. */
const shortest = (value: unknown): string => (isLosslessNumber(value) ? String(Number(value.value)) : String(value));

/** Like `shortest` in Python, which prints whole doubles with `.0`. */
function pythonText(value: unknown): string {
  if (!isLosslessNumber(value) || !/[.eE]/.test(value.value)) return isLosslessNumber(value) ? value.value : String(value);
  const number = Number(value.value);
  return Number.isInteger(number) ? `${number}.0` : String(number);
}

/** A number with the digits of the body. */
const asWritten = (value: unknown): string => (isLosslessNumber(value) ? value.value : String(value));

const NAMED = 'values.net values.gross values.partner returns.complete returns.failure control number_from provider'.split(' ');
/** The verifier includes the signature itself in the hashed text, so that the signature never matches. */
const hashesItsOwnSignature = (): null => null;
/** The verifier expects a body of online payments that the gateway does not send any more. */
const readsAnotherBody = (): null => null;
const isTyped = (members: Members): boolean => typeof members['type'] === 'string';

/** Published libraries; docs/compatibility.md describes them under these names. */
export const PUBLIC_VERIFIERS: readonly PublicVerifier[] = [
  { name: 'PHP: Laravel package', text: ({ members }) => leaves(members).map(shortest).join('|') },
  {
    name: 'PHP: e-commerce package and plugins on it, Magento, PrestaShop from 1.1',
    text: ({ members, userAgent }) =>
      isTyped(members) && userAgent.split('/').slice(1).join('/') === '2.0' ? leaves(members).map(shortest).join('|') : null,
  },
  {
    name: 'PHP: Sylius plugin',
    text({ members }) {
      const always = ['id', 'service_id', 'status', ...NAMED.slice(0, 6)].map((path) => at(members, path) ?? '');
      const present = NAMED.slice(6).flatMap((path) => at(members, path) ?? []);
      return isTyped(members) ? null : [...always, ...present].map(shortest).join('|');
    },
  },
  {
    name: 'JavaScript: @simpay/typescript',
    text: ({ members }) => (isTyped(members) || typeof members['serviceId'] === 'string' ? leaves(members).map(shortest).join('|') : null),
  },
  {
    name: 'JavaScript: simpay-typescript-api; PHP: simpaypl/simpay 2.2',
    text: ({ members }) =>
      isTyped(members)
        ? null
        : ['id', 'service_id', 'status', ...NAMED]
            .flatMap((path) => at(members, path) ?? [])
            .map(shortest)
            .join('|'),
  },
  {
    name: 'Python: simpay-api',
    text: ({ members }) =>
      isTyped(members)
        ? null
        : Object.values(members)
            .flatMap((value) => (isMembers(value) ? Object.values(value) : [value]))
            .map(pythonText)
            .join('|'),
  },
  { name: 'Java: simpay-java-sdk', text: ({ members }) => leaves(members).map(asWritten).join('|') },
  { name: 'Java, Kotlin and Go: libraries 2.1.1', text: hashesItsOwnSignature },
  { name: 'PHP: WHMCS, PrestaShop 1.0, older WooCommerce and OpenCart plugins', text: readsAnotherBody },
];

/** @returns null when the body is not a JSON object. */
export function decoded(body: string, userAgent: string): Decoded | null {
  try {
    const value = parse(body);
    if (!isMembers(value)) return null;
    const members = Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'signature'));
    return { members, userAgent };
  } catch {
    return null;
  }
}
