import { list } from './setting.js';

export const SECURITY_SETTINGS = {
  encryptionKeysSetting: list(
    'ENCRYPTION_KEYS',
    'Keys that encrypt signing keys at rest: `version:base64 of 32 bytes`, separated by commas. The first one encrypts, all of them decrypt. Required in production and with `DATABASE_URL`.',
    {
      secret: true,
      must: 'be a comma-separated list of version:key, each version once and each key being 32 bytes in base64',
      accepts: isKeyList,
    },
  ),
};

function isKeyList(keys: string[]): boolean {
  const entries = keys.map((key) => /^(\d{1,9}):(.+)$/.exec(key));
  const versions = new Set(entries.map((entry) => Number(entry?.[1])));
  return versions.size === entries.length && entries.every((entry) => Buffer.from(entry?.[2] ?? '', 'base64').length === 32);
}
