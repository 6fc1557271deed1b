import type { ChannelType } from './channel.js';
import { channelOf } from './channel-catalogue.js';
import type { ChannelId } from './channel-ids.js';

/** Drawings of 48 × 32 in the colour of the text. Each drawing stands for a type of channel, so that no drawing imitates a trademark. */
const DRAWINGS = {
  code: '<rect x="16" y="5" width="16" height="22" rx="3"/><path d="M21 12h.01M24 12h.01M27 12h.01M21 17h.01M24 17h.01M27 17h.01M22 23h4"/>',
  repeat: '<path d="M15 15a9 9 0 0 1 16-4l2 2M33 7v6h-6M33 17a9 9 0 0 1-16 4l-2-2M15 25v-6h6"/>',
  bank: '<path d="M13 12.5 24 6l11 6.5zM17 16v6M24 16v6M31 16v6M13 26h22"/>',
  card: '<rect x="12" y="8" width="24" height="16" rx="3"/><path d="M12 13.5h24M16 19.5h5"/>',
  wallet:
    '<path d="M32 11V9.5a2 2 0 0 0-2.5-2L15 10.5a2 2 0 0 0-2 2V23a2.5 2.5 0 0 0 2.5 2.5h17A2.5 2.5 0 0 0 35 23v-9.5a2.5 2.5 0 0 0-2.5-2.5H15M30 18.2h.01"/>',
  voucher: '<path d="M12 8h24v5a3 3 0 0 0 0 6v5H12v-5a3 3 0 0 0 0-6zM28 8v3M28 14.5v3M28 21v3"/>',
  qr: '<path d="M15 7h7v7h-7zM26 7h7v7h-7zM15 18h7v7h-7zM26 18h3v3M33 18v2M26 25h2M33 24v1M30 25h.01"/>',
  bars: '<path d="M14 8v16M18 8v16M21 8v16M25 8v16M28 8v16M31 8v16M34 8v16"/>',
};
export type ChannelIcon = keyof typeof DRAWINGS;
export const CHANNEL_ICONS = Object.keys(DRAWINGS) as ChannelIcon[];

const FRAME = '<rect x=".5" y=".5" width="47" height="31" rx="6.5" fill="none" stroke="currentColor" stroke-opacity=".3"/>';
const STROKES = '<g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">';

const ICON_OF_TYPE: Readonly<Record<ChannelType, ChannelIcon>> = {
  blik: 'code',
  transfer: 'bank',
  cards: 'card',
  ewallets: 'wallet',
  paypal: 'wallet',
  paysafe: 'voucher',
  latam: 'bars',
};
const ICON_OF_CHANNEL: Partial<Record<ChannelId, ChannelIcon>> = { 'blik-recurrent': 'repeat', pix: 'qr' };

/** The icon of a channel: its own, or else the icon of its type. */
export function iconOf(id: ChannelId): ChannelIcon {
  return ICON_OF_CHANNEL[id] ?? ICON_OF_TYPE[channelOf(id).type];
}

/** The content of an SVG whose `viewBox` is `0 0 48 32`. */
export function drawingOf(icon: ChannelIcon): string {
  return `${FRAME}${STROKES}${DRAWINGS[icon]}</g>`;
}
