import { createHash } from 'node:crypto';

/** What tests encrypt signing keys with: the demo's key is refused with a database that was given. */
export const ENCRYPTION_KEYS = `0:${createHash('sha256').update('the key of the tests').digest('base64')}`;
