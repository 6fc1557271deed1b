import { AsList, Check, optional } from './parsers.js';
import { Variable } from './variable.js';

export class SecurityConfig {
  @Variable('ENCRYPTION_KEYS', {
    description:
      'Keys that encrypt signing keys at rest: `version:base64 of 32 bytes`, separated by commas; the highest version encrypts. Required in production.',
  })
  @AsList()
  @Check('$name must be a comma-separated list of version:key, each key being 32 bytes in base64.', optional(isKeyList))
  readonly encryptionKeysSetting?: string[];
}

function isKeyList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((entry) => /^\d+:/.test(String(entry)) && Buffer.from(String(entry).replace(/^\d+:/, ''), 'base64').length === 32)
  );
}
