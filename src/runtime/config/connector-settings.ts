import { integer, list } from './setting.js';

/** The minimum outside production. In production `secretProblems` requires longer and random secrets. */
const MIN_SECRET_LENGTH = 16;

const LONG_ENOUGH = {
  must: `have at least ${MIN_SECRET_LENGTH} characters`,
  accepts: (secrets: string[]) => secrets.every((secret) => secret.length >= MIN_SECRET_LENGTH),
};

export const CONNECTOR_SETTINGS = {
  secretSetting: list(
    'CONNECTOR_SECRET',
    'Secret that signs calls between the gateway and the operators’ connectors. While it is being replaced, set several, separated by commas: the first one signs, all are accepted. Without the setting a public demo secret is used. Production rejects the demo secret and secrets of fewer than 32 characters.',
    { secret: true, ...LONG_ENOUGH },
  ),
  smsSecretSetting: list(
    'SMS_CONNECTOR_SECRET',
    'Secret of the SMS gateway that delivers messages at `/connectors/sms/inbound`. Without the setting only the sandbox’s phone can. While it is being replaced, set both, separated by a comma.',
    { secret: true, ...LONG_ENOUGH },
  ),
  timeoutMs: integer(
    'CONNECTOR_TIMEOUT_MS',
    'How long the gateway waits for an operator’s response. Then the outcome is unknown. A charge is polled only after this time.',
    { default: 8000, from: 100, to: 60_000, of: 'milliseconds' },
  ),
};
