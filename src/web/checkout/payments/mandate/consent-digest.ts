import { createHash } from 'node:crypto';
import type { ConsentEvidence } from '../../../../products/payments/mandates/consent-evidence.js';

/** The text that a payer is shown. Time and address are added when the payer agrees. */
export type ConsentText = Pick<ConsentEvidence, 'textVersion' | 'language' | 'values'>;

/** A digest that the form sends back. If it differs from that of the present text, the payer has agreed to other terms. */
export function consentDigest({ textVersion, language, values }: ConsentText): string {
  return createHash('sha256')
    .update(JSON.stringify([textVersion, language, values]))
    .digest('hex')
    .slice(0, 32);
}
