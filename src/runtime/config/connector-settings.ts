import { AsInteger, Check, optional } from './parsers.js';
import { Variable } from './variable.js';

export class ConnectorConfig {
  @Variable('CONNECTOR_SECRET', {
    secret: true,
    description:
      'Secret that signs calls between the gateway and the operators’ connectors. Without it a public demo secret is used, which production refuses, as it does one of fewer than 32 characters.',
  })
  @Check('$name must have at least 16 characters.', optional((value) => String(value).length >= 16))
  readonly secretSetting?: string;

  @Variable('SMS_CONNECTOR_SECRET', {
    secret: true,
    description:
      'Secret with which an SMS gateway hands messages over at `/connectors/sms/inbound`; without it only the sandbox’s phone can.',
  })
  @Check('$name must have at least 16 characters.', optional((value) => String(value).length >= 16))
  readonly smsSecret?: string;

  @Variable('CONNECTOR_TIMEOUT_MS', {
    default: '8000',
    description:
      'How long an operator may take to answer before the outcome counts as unknown; it is asked about a charge only after that.',
  })
  @AsInteger()
  @Check(
    '$name must be a whole number of milliseconds from 100 to 60000.',
    (value) => typeof value === 'number' && value >= 100 && value <= 60_000,
  )
  readonly timeoutMs: number;
}
