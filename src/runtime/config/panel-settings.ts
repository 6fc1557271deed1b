import { AsInteger, Check, isPort, isUrlOf, optional } from './parsers.js';
import { Variable } from './variable.js';

const isOrigin = (value: unknown): boolean => isUrlOf('http', 'https')(value) && new URL(String(value)).origin === value;

export class PanelConfig {
  @Variable('PANEL_URL', {
    description:
      'URL at which browsers reach the panel, with its own host, because passkeys are bound to the host. Without the setting there is no panel, except with the embedded database outside production: its default is then `http://localhost:PANEL_PORT`.',
  })
  @Check('$name must be an http or https origin, such as https://panel.example.com, without a path.', optional(isOrigin))
  readonly urlSetting?: string;

  @Variable('PANEL_PORT', { description: 'Port of the panel. The default is `PORT` + 2.' })
  @AsInteger()
  @Check('$name must be a port number from 0 to 65535.', optional(isPort))
  readonly portSetting?: number;

  @Variable('PANEL_IDLE_MINUTES', {
    default: '60',
    description: 'After how many minutes without a request a person of a partner is signed out. For staff it is 15.',
  })
  @AsInteger()
  @Check('$name must be a whole number of minutes from 5 to 720.', (value) => typeof value === 'number' && value >= 5 && value <= 720)
  readonly idleMinutes: number;

  @Variable('PANEL_REFUND_FRESH_ABOVE', {
    default: '500',
    description:
      'Refunds of more than this amount in PLN for one payment in the panel need a sign-in or a confirmation within the last five minutes. `0`: always.',
  })
  @AsInteger()
  @Check('$name must be a whole number of PLN from 0 to 1000000.', (value) => typeof value === 'number' && value >= 0 && value <= 1_000_000)
  readonly refundFreshAbove: number;

  @Variable('PANEL_FOUR_EYES_ABOVE', {
    default: '0',
    description:
      'If staff move more than this amount in PLN in the panel (settlements, payouts, adjustments), a second person must approve it. Amounts that a person moved alone in the last 24 hours are added. `0`: always.',
  })
  @AsInteger()
  @Check('$name must be a whole number of PLN from 0 to 1000000.', (value) => typeof value === 'number' && value >= 0 && value <= 1_000_000)
  readonly fourEyesAbove: number;
}
