import { until } from '../../support/until.js';
import type { GatewayProcess } from './gateway-process.js';

/** Waits for the output of the first start. @returns the token and the service of the demo partner in it. */
export async function readDemoPartner(gateway: GatewayProcess): Promise<{ token: string; serviceId: string }> {
  const log = await until(
    () => gateway.log,
    (text) => text.includes('Ctrl-C stops everything'),
  );
  const token = /Demo token +(\S+)/.exec(log)?.[1] ?? '';
  const serviceId = /directbilling ([0-9a-f]{8})/.exec(log)?.[1] ?? '';
  return { token, serviceId };
}
