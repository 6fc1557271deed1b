import { AsList, Check, optional } from './parsers.js';
import { Variable } from './variable.js';

export class SecurityConfig {
  @Variable('ENCRYPTION_KEYS', {
    secret: true,
    description:
      'Keys that encrypt signing keys at rest: `version:base64 of 32 bytes`, separated by commas. The first one encrypts, all of them decrypt. Required in production and with `DATABASE_URL`.',
  })
  @AsList()
  @Check(
    '$name must be a comma-separated list of version:key, each version once and each key being 32 bytes in base64.',
    optional(isKeyList),
  )
  readonly encryptionKeysSetting?: string[];
}

function isKeyList(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const entries = value.map((entry) => /^(\d{1,9}):(.+)$/.exec(String(entry)));
  const versions = new Set(entries.map((entry) => Number(entry?.[1])));
  return versions.size === entries.length && entries.every((entry) => Buffer.from(entry?.[2] ?? '', 'base64').length === 32);
}
