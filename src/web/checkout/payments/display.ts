import type { Locale } from '../../../common/locale.js';
import type { Display } from '../../../connectors/channels/port/next-step.js';
import { formatMoment } from '../../pages/format-time.js';
import { qrPath } from './qr-path.js';
import type { PaymentTexts } from './texts.en.js';

interface Around {
  t: PaymentTexts;
  price: string;
  seller: string;
  locale: Locale;
  displayTimeZone: string;
}

/** Something to scan, copy or print, in words and as a drawing. */
export function displayOf({ form, payload, url, expiresAt }: Display, { t, price, seller, locale, displayTimeZone }: Around) {
  const { qrText, codeText, voucherText } = t.display;
  return {
    text: { qr: qrText, code: codeText, voucher: voucherText }[form],
    payload,
    qr: form === 'qr' ? { ...qrPath(payload), label: t.display.picture(price, seller) } : null,
    url: form === 'voucher' ? url : null,
    until: t.display.until(formatMoment(expiresAt, displayTimeZone, locale)),
  };
}
