import { AsInteger, AsList, Check, optional } from './parsers.js';
import { Variable } from './variable.js';

export class ConnectorConfig {
  @Variable('CONNECTOR_SECRET', {
    secret: true,
    description:
      'Secret that signs calls between the gateway and the operators’ connectors. While it is being replaced, set several, separated by commas: the first one signs, all are accepted. Without the setting a public demo secret is used. Production rejects the demo secret and secrets of fewer than 32 characters.',
  })
  @AsList()
  @Check('$name must have at least 16 characters.', optional(areSecrets))
  readonly secretSetting?: string[];

  @Variable('SMS_CONNECTOR_SECRET', {
    secret: true,
    description:
      'Secret of the SMS gateway that delivers messages at `/connectors/sms/inbound`. Without the setting only the sandbox’s phone can. While it is being replaced, set both, separated by a comma.',
  })
  @AsList()
  @Check('$name must have at least 16 characters.', optional(areSecrets))
  readonly smsSecretSetting?: string[];

  @Variable('CONNECTOR_TIMEOUT_MS', {
    default: '8000',
    description:
      'How long the gateway waits for an operator’s response. Then the outcome is unknown. A charge is polled only after this time.',
  })
  @AsInteger()
  @Check(
    '$name must be a whole number of milliseconds from 100 to 60000.',
    (value) => typeof value === 'number' && value >= 100 && value <= 60_000,
  )
  readonly timeoutMs: number;
}

/** The minimum outside production. In production `secretProblems` requires longer and random secrets. */
const MIN_SECRET_LENGTH = 16;

function areSecrets(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((secret) => String(secret).length >= MIN_SECRET_LENGTH);
}
