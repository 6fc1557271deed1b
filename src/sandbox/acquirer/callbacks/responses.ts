import { createHash } from 'node:crypto';
import { boletoLine } from '../../../common/boleto.js';
import { formatAmount } from '../../../common/money/amount.js';
import type { Registration } from '../registrations/registration.js';
import { requireMethod } from '../methods.js';
import type { Payment, Refund } from '../payments/payment.js';

/** A payment in the acquirer's protocol. @param pageUrl makes the URL of an acquirer's page from the page's path */
export function paymentResponse(payment: Payment, pageUrl: (path: string) => string): object {
  const { id, reference, state, cause, seenMinor, currency, code } = payment;
  return {
    id,
    reference,
    state,
    cause,
    amount: seenMinor,
    currency,
    action: state === 'WAITING' ? actionOf(payment, pageUrl) : null,
    code: code && { reference: code.reference, state: code.state, cause: code.cause, alternatives: code.alternatives },
  };
}

export function refundResponse({ id, reference, state, cause, amountMinor, currency }: Refund): object {
  return { id, reference, state, cause, amount: amountMinor, currency };
}

/** A mandate or an alias in the acquirer's protocol. `app` is the bank of its app: null before the payer accepts, and after a failure. */
export function registrationResponse(registration: Registration): object {
  const { id, reference, state, cause, closedBy, bank, until, expiresAt } = registration;
  const waitsForApp = state === 'WAITING' && until !== null;
  return {
    id,
    reference,
    state,
    cause,
    endedBy: closedBy,
    app: state === 'WAITING' || state === 'FAILED' ? null : bank,
    expires: expiresAt?.toISOString() ?? null,
    action: waitsForApp ? { type: 'CONFIRM_IN_APP', until: until.toISOString() } : null,
  };
}

function actionOf(payment: Payment, pageUrl: (path: string) => string): object | null {
  const url = pageUrl(payPath(payment.id));
  const expires = payment.expiresAt.toISOString();
  if (payment.waitsUntil) return { type: 'CONFIRM_IN_APP', until: payment.waitsUntil.toISOString() };
  const { family, byMandate } = requireMethod(payment.method);
  if (byMandate) return null;
  switch (family) {
    case 'code':
      return { type: 'ENTER_CODE' };
    case 'display':
      return { type: payment.method === 'pix' ? 'QR' : 'VOUCHER', payload: payloadOf(payment), url, expires };
    default:
      return { type: 'REDIRECT', url };
  }
}

export function payPath(id: string): string {
  return `/acquirer/pay/${id}`;
}

/** Invented content of a QR code or a barcode. A payment always gets the same content. */
export function payloadOf({ id, method, currency, amountMinor, expiresAt }: Payment): string {
  if (method === 'pix') return `SANDBOX.PIX/${id}?${currency}=${formatAmount(amountMinor)}`;
  const digits = BigInt(`0x${createHash('sha256').update(id).digest('hex')}`)
    .toString()
    .padStart(25, '0');
  if (method === 'boleto') return boletoLine({ bank: NO_BANK, free: digits.slice(0, 25), due: expiresAt, amountMinor });
  return digits.slice(0, 16).replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** A number that belongs to no bank. */
const NO_BANK = '998';
