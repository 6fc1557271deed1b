import { createHash } from 'node:crypto';
import type { ConsentShown } from '../../../../products/payments/mandates/consent-shown.js';

/** What a payer has before him. When and from where he agrees is known once he does. */
export type ShownText = Pick<ConsentShown, 'textVersion' | 'language' | 'values'>;

/** Goes with the form: a payer who was shown other terms than those that would be kept has not agreed to them. */
export function digestOf({ textVersion, language, values }: ShownText): string {
  return createHash('sha256')
    .update(JSON.stringify([textVersion, language, values]))
    .digest('hex')
    .slice(0, 32);
}
