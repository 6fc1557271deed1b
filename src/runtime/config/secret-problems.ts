/** Encrypts the signing keys of the demo. This key is public, so it is only allowed with the embedded database. */
export const DEMO_ENCRYPTION_KEY = '0:ZGVtb25zdHJhdGlvbi1vbmx5LW5vdC1hLXNlY3JldCE=';
/** Signs requests to the sandbox's simulated providers in a demo. */
export const DEMO_CONNECTOR_SECRET = 'demo-connector-secret';

const KEY_HINT = 'Make one with: echo "1:$(openssl rand -base64 32)"';
const SECRET_HINT = 'Make one with: openssl rand -base64 32';
const MIN_SECRET_LENGTH = 32;
/** Random secrets have more distinct bytes: among 32 random bytes, fewer than ten distinct values are less likely than 1 in 10^17. */
const MIN_DISTINCT_BYTES = 10;

interface KeySettings {
  /** The configured keys, or the demo's key. */
  encryptionKeys: readonly string[];
  embedded: boolean;
  isProduction: boolean;
}

/** @returns a list with one message when a key is public or can be guessed, otherwise an empty list. */
export function keyProblems({ encryptionKeys, embedded, isProduction }: KeySettings): string[] {
  const keys = encryptionKeys.map(bytesOf);
  if (keys.some((key) => key.equals(bytesOf(DEMO_ENCRYPTION_KEY)))) {
    if (isProduction) return [`ENCRYPTION_KEYS must be set in production: the demo key is public. ${KEY_HINT}`];
    if (!embedded) return [`ENCRYPTION_KEYS must be set with DATABASE_URL: the demo key is public. ${KEY_HINT}`];
  }
  if (isProduction && keys.some((key) => isGuessable(key))) return [`ENCRYPTION_KEYS must be random in production. ${KEY_HINT}`];
  return [];
}

/** @returns a message for each secret that is not allowed in production. */
export function secretProblems(name: string, secrets: readonly string[] = []): string[] {
  return secrets.flatMap((secret) => secretProblem(name, secret) ?? []);
}

function secretProblem(name: string, secret: string): string | null {
  if (secret === DEMO_CONNECTOR_SECRET) return `${name} must not be the demo's in production: that one is public. ${SECRET_HINT}`;
  if (secret.length < MIN_SECRET_LENGTH) return `${name} must have at least ${MIN_SECRET_LENGTH} characters in production. ${SECRET_HINT}`;
  return isGuessable(Buffer.from(secret)) ? `${name} must be random in production. ${SECRET_HINT}` : null;
}

function bytesOf(versionedKey: string): Buffer {
  return Buffer.from(versionedKey.slice(versionedKey.indexOf(':') + 1), 'base64');
}

function isGuessable(secret: Uint8Array): boolean {
  return new Set(secret).size < MIN_DISTINCT_BYTES;
}
