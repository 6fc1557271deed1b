/** Encrypts the demo's signing keys. It is public, so it is only allowed with the embedded database. */
export const DEMO_ENCRYPTION_KEY = '0:ZGVtb25zdHJhdGlvbi1vbmx5LW5vdC1hLXNlY3JldCE=';
/** Signs calls to the simulated parties of a demo. */
export const DEMO_CONNECTOR_SECRET = 'demo-connector-secret';

const MAKE_A_KEY = 'Make one with: echo "1:$(openssl rand -base64 32)"';
const MAKE_A_SECRET = 'Make one with: openssl rand -base64 32';
const SECRET_LENGTH = 32;
/** 32 random bytes have more different values: fewer than ten are less likely than 1 in 10^17. */
const DIFFERENT = 10;

interface Keys {
  /** The configured ones, or the demo's. */
  encryptionKeys: readonly string[];
  embedded: boolean;
  isProduction: boolean;
}

/** A sentence about keys that are public or can be guessed. */
export function keyProblems({ encryptionKeys, embedded, isProduction }: Keys): string[] {
  const keys = encryptionKeys.map(bytesOf);
  if (keys.some((key) => key.equals(bytesOf(DEMO_ENCRYPTION_KEY)))) {
    if (isProduction) return [`ENCRYPTION_KEYS must be set in production: the demo key is public. ${MAKE_A_KEY}`];
    if (!embedded) return [`ENCRYPTION_KEYS must be set with DATABASE_URL: the demo key is public. ${MAKE_A_KEY}`];
  }
  if (isProduction && keys.some((key) => isGuessable(key))) return [`ENCRYPTION_KEYS must be random in production. ${MAKE_A_KEY}`];
  return [];
}

/** A sentence about each secret that production refuses. */
export function secretProblems(name: string, secrets: readonly string[] = []): string[] {
  return secrets.flatMap((secret) => secretProblem(name, secret) ?? []);
}

function secretProblem(name: string, secret: string): string | null {
  if (secret === DEMO_CONNECTOR_SECRET) return `${name} must not be the demo's in production: that one is public. ${MAKE_A_SECRET}`;
  if (secret.length < SECRET_LENGTH) return `${name} must have at least ${SECRET_LENGTH} characters in production. ${MAKE_A_SECRET}`;
  return isGuessable(Buffer.from(secret)) ? `${name} must be random in production. ${MAKE_A_SECRET}` : null;
}

function bytesOf(versionedKey: string): Buffer {
  return Buffer.from(versionedKey.slice(versionedKey.indexOf(':') + 1), 'base64');
}

function isGuessable(secret: Uint8Array): boolean {
  return new Set(secret).size < DIFFERENT;
}
