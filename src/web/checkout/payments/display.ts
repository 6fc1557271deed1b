import type { Locale } from '../../../common/locale.js';
import { channelOf } from '../../../connectors/channels/catalogue/channel-catalogue.js';
import type { ChannelId } from '../../../connectors/channels/catalogue/channel-ids.js';
import type { ChannelType } from '../../../connectors/channels/catalogue/channel.js';
import type { Display } from '../../../connectors/channels/port/next-step.js';
import { formatMoment } from '../../pages/format-time.js';
import { qrPath } from './qr-path.js';
import type { PaymentTexts } from './texts.en.js';

interface Around {
  t: PaymentTexts;
  channel: ChannelId | null;
  price: string;
  seller: string;
  locale: Locale;
  displayTimeZone: string;
}

/** Where what is shown is paid: its last day ends by the clocks there. */
const TIME_ZONES: Partial<Record<ChannelType, string>> = { latam: 'America/Sao_Paulo' };

/** Something to scan, copy or print, in words and as a drawing. */
export function displayOf({ form, payload, url, expiresAt }: Display, { t, channel, price, seller, locale, displayTimeZone }: Around) {
  const { qrText, codeText, voucherText } = t.display;
  return {
    text: { qr: qrText, code: codeText, voucher: voucherText }[form],
    payload,
    readable: readable(payload),
    qr: form === 'qr' ? { ...qrPath(payload), label: t.display.picture(price, seller) } : null,
    url: form === 'voucher' ? url : null,
    until: t.display.until(formatMoment(expiresAt, (channel && TIME_ZONES[channelOf(channel).type]) ?? displayTimeZone, locale)),
  };
}

/** The 47 digits of a boleto as they stand on one; what is copied stays as it came. */
function readable(payload: string): string {
  return payload.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
}
