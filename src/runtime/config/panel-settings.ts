import { integer, isWebUrl, port, text } from './setting.js';

export const PANEL_SETTINGS = {
  urlSetting: text(
    'PANEL_URL',
    'URL at which browsers reach the panel, with its own host, because passkeys are bound to the host. Without the setting there is no panel, except with the embedded database outside production: its default is then `http://localhost:PANEL_PORT`.',
    { must: 'be an http or https origin, such as https://panel.example.com, without a path', accepts: isOrigin },
  ),
  portSetting: port('PANEL_PORT', 'Port of the panel. The default is `PORT` + 2.'),
  idleMinutes: integer(
    'PANEL_IDLE_MINUTES',
    'After how many minutes without a request a person of a partner is signed out. For staff it is 15.',
    { default: 60, from: 5, to: 720, of: 'minutes' },
  ),
  refundFreshAbove: integer(
    'PANEL_REFUND_FRESH_ABOVE',
    'Refunds of more than this amount in PLN for one payment in the panel need a sign-in or a confirmation within the last five minutes. `0`: always.',
    { default: 500, from: 0, to: 1_000_000, of: 'PLN' },
  ),
  fourEyesAbove: integer(
    'PANEL_FOUR_EYES_ABOVE',
    'If staff move more than this amount in PLN in the panel (settlements, payouts, adjustments), a second person must approve it. Amounts that a person moved alone in the last 24 hours are added. `0`: always.',
    { default: 0, from: 0, to: 1_000_000, of: 'PLN' },
  ),
};

function isOrigin(value: string): boolean {
  return isWebUrl(value) && new URL(value).origin === value;
}
