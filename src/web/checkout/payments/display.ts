import { boletoBarcode } from '../../../common/boleto.js';
import type { Locale } from '../../../common/locale.js';
import { channelOf } from '../../../connectors/acquirers/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { Display } from '../../../connectors/acquirers/port/next-step.js';
import { formatMoment } from '../../pages/format-time.js';
import { barcode, type VectorImage, qrCode } from '../../pages/barcodes.js';
import type { PaymentTexts } from '../../languages/texts.js';

interface DisplayContext {
  t: PaymentTexts;
  channel: ChannelId | null;
  price: string;
  seller: string;
  locale: Locale;
  displayTimeZone: string;
}

type Drawing = VectorImage & { kind: 'qr' | 'bars'; label: string };

/** The view of a payment code to scan, copy or print: a text and, for some channels, a drawing. */
export function displayOf(
  { form, payload, url, expiresAt }: Display,
  { t, channel, price, seller, locale, displayTimeZone }: DisplayContext,
) {
  const { qrText, codeText, voucherText } = t.display;
  return {
    text: { qr: qrText, code: codeText, voucher: voucherText }[form],
    payload,
    groupedPayload: groupBoletoDigits(payload),
    drawing: drawingOf(form, payload, t, { price, seller }),
    url: form === 'voucher' ? url : null,
    until: t.display.until(formatMoment(expiresAt, (channel && channelOf(channel).timeZone) ?? displayTimeZone, locale)),
  };
}

function drawingOf(
  form: Display['form'],
  payload: string,
  { display }: PaymentTexts,
  { price, seller }: { price: string; seller: string },
): Drawing | null {
  if (form === 'qr') return { kind: 'qr', label: display.picture(price, seller), ...qrCode(payload) };
  const bars = form === 'voucher' ? boletoBarcode(payload) : null;
  return bars === null ? null : { kind: 'bars', label: display.bars(price, seller), ...barcode(bars) };
}

/** Groups the 47 digits of a boleto as on paper; other payloads stay unchanged. The text to copy is not grouped. */
function groupBoletoDigits(payload: string): string {
  return payload.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
}
