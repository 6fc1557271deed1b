import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { AppModule } from '../../../src/app.module.js';
import { readEnvironment } from '../../../src/runtime/config/environment.js';
import { ResendDeliveryService } from '../../../src/platform/webhooks/inspection/resend-delivery.service.js';
import type { FaultWorld } from '../../faults/support/fault-world.js';

export interface Caller {
  traceId: string;
  spanId: string;
  /** `traceparent` as a partner's program sends it. */
  headers: Record<string, string>;
}

export function newCaller(flags: '00' | '01' = '01'): Caller {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

/** Makes all deliveries due that wait for their next attempt. */
export async function makeDeliveriesDue(world: FaultWorld): Promise<void> {
  await world.sql('UPDATE webhook_delivery SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL AND lease_until IS NULL');
}

/** Sends a delivery again as the command line does: without tracing, and alongside the running processes. */
export async function resendAsStaff(world: FaultWorld, deliveryId: string): Promise<void> {
  const environment = readEnvironment({ ...world.settings, ROLE: 'api', SANDBOX: 'off', LOG_LEVEL: 'silent' });
  const module = AppModule.forRoot({ environment, databaseUrl: environment.database.url ?? '', logger: pino({ level: 'silent' }) });
  const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    await app.get(ResendDeliveryService, { strict: false }).run(deliveryId);
  } finally {
    await app.close();
  }
}
