import { parseUrl } from '../../../common/parse-url.js';
import { parseMoment } from '../../../common/time/moment.js';
import { type AliasAlternative, type Display, type NextStep, NO_STEP } from '../port/next-step.js';

type Members = Readonly<Record<string, unknown>>;

const DISPLAY_FORMS = new Map<unknown, Display['form']>([
  ['QR', 'qr'],
  ['VOUCHER', 'voucher'],
]);

/** Maps the acquirer's action to the payer's next step. An invalid action gives no step. */
export function toNextStep({ type, url, until, payload, expires }: Members, code: Members): NextStep {
  const form = DISPLAY_FORMS.get(type);
  if (form && typeof payload === 'string') {
    const expiresAt = parseMoment(expires, null);
    return expiresAt ? { kind: 'display', form, payload, url: httpUrlOf(url), expiresAt } : NO_STEP;
  }
  if (type === 'ENTER_CODE') return { kind: 'needsCode', alternatives: alternativesOf(code['alternatives']) };
  if (type === 'CONFIRM_IN_APP') {
    const time = parseMoment(until, null);
    return time ? { kind: 'waitPayer', until: time } : NO_STEP;
  }
  const target = type === 'REDIRECT' ? httpUrlOf(url) : null;
  return target === null ? NO_STEP : { kind: 'redirect', url: target };
}

/** Accepts only http and https, because the payer's browser opens the URL. @returns null for any other value. */
function httpUrlOf(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//.test(value) && parseUrl(value) ? value : null;
}

function alternativesOf(value: unknown): readonly AliasAlternative[] {
  return (Array.isArray(value) ? value : []).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('key' in entry) || !('label' in entry)) return [];
    const { key, label } = entry;
    return typeof key === 'string' && typeof label === 'string' ? [{ key, label }] : [];
  });
}
