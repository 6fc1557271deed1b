import { AsInteger, AsSwitch, Check, isPort, isUrlOf, optional } from './parsers.js';
import { Variable } from './variable.js';

export class SandboxConfig {
  @Variable('SANDBOX', {
    description:
      '`on` serves the simulated operators and acquirer, the phone, the inbox and the movable clock. With `remote` a process with `ROLE=sandbox` serves them. The default is `on` with the embedded database and `off` otherwise.',
  })
  @AsSwitch()
  @Check('$name must be on, off or remote.', optional((value) => typeof value === 'boolean' || value === 'remote'))
  readonly setting?: boolean | 'remote';

  @Variable('SANDBOX_PORT', { description: 'Port of the sandbox. The default is `PORT` + 1.' })
  @AsInteger()
  @Check('$name must be a port number from 0 to 65535.', optional(isPort))
  readonly portSetting?: number;

  @Variable('SANDBOX_URL', {
    description: 'URL at which browsers reach the sandbox. The default is `http://localhost:SANDBOX_PORT`.',
  })
  @Check(
    '$name must be an http or https URL without a trailing slash.',
    optional((value) => isUrlOf('http', 'https')(value) && !String(value).endsWith('/')),
  )
  readonly urlSetting?: string;

  @Variable('SANDBOX_CONNECTOR_URL', {
    description: 'URL at which the gateway’s processes reach the simulated operators. The default is `http://127.0.0.1:SANDBOX_PORT`.',
  })
  @Check(
    '$name must be an http or https URL without a trailing slash.',
    optional((value) => isUrlOf('http', 'https')(value) && !String(value).endsWith('/')),
  )
  readonly connectorUrlSetting?: string;

  @Variable('SANDBOX_GATEWAY_URL', {
    description: 'With `ROLE=sandbox`: URL at which the sandbox sends callbacks to the gateway. The default is `PUBLIC_URL`.',
  })
  @Check(
    '$name must be an http or https URL without a trailing slash.',
    optional((value) => isUrlOf('http', 'https')(value) && !String(value).endsWith('/')),
  )
  readonly gatewayUrlSetting?: string;
}
