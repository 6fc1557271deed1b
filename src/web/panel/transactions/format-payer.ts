import { formatPhone, maskPhone } from '../../pages/format-phone.js';

/** Masks the payer for people who may not see payers in full: `a•••@shop.example`, or a phone number without its middle digits. */
export function formatPayer(payer: string | null, isInFull: boolean): string {
  if (payer === null) return '';
  const [name = '', host] = payer.split('@');
  if (host !== undefined) return isInFull ? payer : `${name.slice(0, 1)}•••@${host}`;
  if (/^48\d{9}$/.test(payer)) return isInFull ? formatPhone(payer) : maskPhone(payer);
  return isInFull ? `+${payer}` : `+${payer.slice(0, 2)} ••• ${payer.slice(-3)}`;
}
