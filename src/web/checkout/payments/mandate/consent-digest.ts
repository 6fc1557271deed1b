import { createHash } from 'node:crypto';
import type { ConsentEvidence } from '../../../../products/payments/mandates/consent-evidence.js';

/** The consent text that the payer sees. Time and IP address are added when the payer accepts. */
export type ConsentText = Pick<ConsentEvidence, 'textVersion' | 'language' | 'values'>;

/** A digest that the form sends back. If it differs from the digest of the current text, the payer has seen other terms. */
export function consentDigest({ textVersion, language, values }: ConsentText): string {
  return createHash('sha256')
    .update(JSON.stringify([textVersion, language, values]))
    .digest('hex')
    .slice(0, 32);
}
