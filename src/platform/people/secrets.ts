import { hash, randomBytes } from 'node:crypto';

/** 256 random bits for a link or a cookie. Only the hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');
