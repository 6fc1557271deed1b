import { baseUrl, onOff, port } from './setting.js';

export const SANDBOX_SETTINGS = {
  setting: onOff(
    'SANDBOX',
    '`on` serves the simulated operators and acquirer, the phone, the inbox and the movable clock. With `remote` a process with `ROLE=sandbox` serves them. The default is `on` with the embedded database and `off` otherwise.',
    { or: 'remote' },
  ),
  portSetting: port('SANDBOX_PORT', 'Port of the sandbox. The default is `PORT` + 1.'),
  urlSetting: baseUrl('SANDBOX_URL', 'URL at which browsers reach the sandbox. The default is `http://localhost:SANDBOX_PORT`.'),
  connectorUrlSetting: baseUrl(
    'SANDBOX_CONNECTOR_URL',
    'URL at which the gateway’s processes reach the simulated operators. The default is `http://127.0.0.1:SANDBOX_PORT`.',
  ),
  gatewayUrlSetting: baseUrl(
    'SANDBOX_GATEWAY_URL',
    'With `ROLE=sandbox`: URL at which the sandbox sends callbacks to the gateway. The default is `PUBLIC_URL`.',
  ),
};
