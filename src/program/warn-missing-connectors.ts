import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { AcquirerConnectors } from '../connectors/acquirers/port/acquirer-connectors.js';
import { OperatorConnectors } from '../connectors/operators/operator.port.js';
import { ConnectorSecret } from '../products/sms/inbound/connector-secret.js';

/** Logs which products cannot be used, and why. It is only a warning, because a gateway may be meant for a single product. */
export function warnMissingConnectors(app: INestApplication, logger: Logger): void {
  const unserved = [
    ...(app.get(OperatorConnectors, { strict: false }).available().length === 0
      ? ['no mobile operator has a connector, so payers cannot pay on a phone bill (docs/adding-a-connector.md)']
      : []),
    ...(app.get(AcquirerConnectors, { strict: false }).available().length === 0
      ? ['no channel has a connector, so payers cannot pay online (docs/connecting-an-acquirer.md)']
      : []),
    ...(app.get(ConnectorSecret, { strict: false }).isConfigured
      ? []
      : ['SMS_CONNECTOR_SECRET is not set, so no SMS gateway can deliver messages (docs/connecting-kannel.md)']),
  ];
  if (unserved.length > 0) logger.warn({ unserved }, 'some products cannot be used');
}
