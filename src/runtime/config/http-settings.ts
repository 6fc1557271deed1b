import { AsInteger, AsList, AsSwitch, Check, isNetworkList, isPort, isUrlOf, optional } from './parsers.js';
import { Variable } from './variable.js';

export class HttpConfig {
  @Variable('HOST', { description: 'Address to listen on. The default is `127.0.0.1` with the embedded database and `0.0.0.0` otherwise.' })
  readonly host?: string;

  @Variable('PORT', { default: '3000', description: 'Port of the API and the payer’s pages.' })
  @AsInteger()
  @Check('$name must be a port number from 0 to 65535.', isPort)
  readonly port: number;

  @Variable('PUBLIC_URL', {
    description: 'URL at which partners and payers reach the gateway. The default is `http://localhost:PORT`.',
  })
  @Check(
    '$name must be an http or https URL without a trailing slash.',
    optional((value) => isUrlOf('http', 'https')(value) && !String(value).endsWith('/')),
  )
  readonly publicUrlSetting?: string;

  @Variable('TRUST_PROXY', {
    default: '',
    description: 'Addresses or CIDRs of proxies whose `X-Forwarded-For` is trusted, separated by commas.',
  })
  @AsList()
  @Check('$name must be a comma-separated list of IP addresses or CIDRs.', isNetworkList)
  readonly trustProxy: string[];

  @Variable('SHUTDOWN_GRACE_MS', {
    default: '0',
    description: 'How long the process still listens after its readiness check fails, so that a proxy stops sending requests.',
  })
  @AsInteger()
  @Check('$name must be a whole number of milliseconds.', (value) => typeof value === 'number')
  readonly shutdownGraceMs: number;

  @Variable('CLIENT_COMPATIBILITY', {
    default: 'on',
    description:
      'With `on`, earlier client libraries get responses in the form that they expect (`docs/compatibility.md`). They are recognized by an `X-SIM-*` header or by their token. With `off`, all clients get responses as in the reference.',
  })
  @AsSwitch()
  @Check('$name must be on or off.', (value) => typeof value === 'boolean')
  readonly clientCompatibility: boolean;

  get publicUrl(): string {
    return this.publicUrlSetting ?? `http://localhost:${this.port}`;
  }
}
