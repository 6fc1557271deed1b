import { createHash } from 'node:crypto';

/** Encrypts signing keys in tests. The gateway accepts the key of the demo only with the embedded database. */
export const ENCRYPTION_KEYS = `0:${createHash('sha256').update('the key of the tests').digest('base64')}`;
