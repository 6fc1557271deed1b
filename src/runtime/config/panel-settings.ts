import { AsInteger, Check, isPort, isUrlOf, optional } from './parsers.js';
import { Variable } from './variable.js';

const isOrigin = (value: unknown): boolean => isUrlOf('http', 'https')(value) && new URL(String(value)).origin === value;

export class PanelConfig {
  @Variable('PANEL_URL', {
    description:
      'Address under which browsers reach the panel, on a host of its own: passkeys are bound to the host. Without it there is no panel, except with the embedded database outside production: `http://localhost:PANEL_PORT`.',
  })
  @Check('$name must be an http or https origin, such as https://panel.example.com, without a path.', optional(isOrigin))
  readonly urlSetting?: string;

  @Variable('PANEL_PORT', { description: 'Port of the panel; the default is `PORT` + 2.' })
  @AsInteger()
  @Check('$name must be a port number from 0 to 65535.', optional(isPort))
  readonly portSetting?: number;

  @Variable('PANEL_IDLE_MINUTES', {
    default: '60',
    description: 'After how many minutes without a request a partner’s person is signed out. Staff are after 15.',
  })
  @AsInteger()
  @Check('$name must be a whole number of minutes from 5 to 720.', (value) => typeof value === 'number' && value >= 5 && value <= 720)
  readonly idleMinutes: number;

  @Variable('PANEL_REFUND_FRESH_ABOVE', {
    default: '500',
    description:
      'When more than so many PLN of one payment go back in the panel, the person must have signed in or confirmed it within five minutes. `0`: always.',
  })
  @AsInteger()
  @Check('$name must be a whole number of PLN from 0 to 1000000.', (value) => typeof value === 'number' && value >= 0 && value <= 1_000_000)
  readonly refundFreshAbove: number;

  @Variable('PANEL_FOUR_EYES_ABOVE', {
    default: '0',
    description:
      'When staff move more than so many PLN in the panel (settlements, payouts, adjustments), a second person has to approve it. What a person moved alone in the last 24 hours counts too. `0`: always.',
  })
  @AsInteger()
  @Check('$name must be a whole number of PLN from 0 to 1000000.', (value) => typeof value === 'number' && value >= 0 && value <= 1_000_000)
  readonly fourEyesAbove: number;
}
