import { baseUrl, integer, networks, onOff, port, text } from './setting.js';

export const HTTP_SETTINGS = {
  host: text('HOST', 'Address to listen on. The default is `127.0.0.1` with the embedded database and `0.0.0.0` otherwise.'),
  port: port('PORT', 'Port of the API and the payer’s pages.', { default: 3000 }),
  publicUrlSetting: baseUrl('PUBLIC_URL', 'URL at which partners and payers reach the gateway. The default is `http://localhost:PORT`.'),
  trustProxy: networks('TRUST_PROXY', 'Addresses or CIDRs of proxies whose `X-Forwarded-For` is trusted, separated by commas.', {
    default: [],
  }),
  keepAliveMs: integer(
    'KEEP_ALIVE_MS',
    'How long an idle connection stays open. It must be longer than the proxy keeps its idle connections. Otherwise requests that the proxy sends at that moment are lost, and clients get 502.',
    { default: 75_000, from: 1_000, to: 3_600_000, of: 'milliseconds' },
  ),
  shutdownGraceMs: integer(
    'SHUTDOWN_GRACE_MS',
    'How long the process still listens after its readiness check fails, so that a proxy stops sending requests.',
    { default: 0, of: 'milliseconds' },
  ),
  clientCompatibility: onOff(
    'CLIENT_COMPATIBILITY',
    'With `on`, earlier client libraries get responses in the form that they expect (`docs/compatibility.md`). They are recognized by an `X-SIM-*` header or by their token. With `off`, all clients get responses as in the reference.',
    { default: true },
  ),
};
