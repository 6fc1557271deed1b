import { AsInteger, AsSwitch, Check, isPort, isUrlOf, optional } from './parsers.js';
import { Variable } from './variable.js';

export class SandboxConfig {
  @Variable('SANDBOX', {
    description:
      '`on` serves simulated operators, the phone, the inbox and the movable clock; the default is `on` with the embedded database and `off` otherwise.',
  })
  @AsSwitch()
  @Check('$name must be on or off.', optional((value) => typeof value === 'boolean'))
  readonly enabledSetting?: boolean;

  @Variable('SANDBOX_PORT', { description: 'Port of the simulated parties; the default is `PORT` + 1.' })
  @AsInteger()
  @Check('$name must be a port number from 0 to 65535.', optional(isPort))
  readonly portSetting?: number;

  @Variable('SANDBOX_URL', {
    description: 'Address under which a browser reaches the simulated parties; the default is `http://localhost:SANDBOX_PORT`.',
  })
  @Check(
    '$name must be an http or https URL without a trailing slash.',
    optional((value) => isUrlOf('http', 'https')(value) && !String(value).endsWith('/')),
  )
  readonly urlSetting?: string;

  @Variable('SANDBOX_CONNECTOR_URL', {
    description:
      'Address under which the gateway’s own processes reach the simulated operators; the default is `http://127.0.0.1:SANDBOX_PORT`.',
  })
  @Check(
    '$name must be an http or https URL without a trailing slash.',
    optional((value) => isUrlOf('http', 'https')(value) && !String(value).endsWith('/')),
  )
  readonly connectorUrlSetting?: string;
}
