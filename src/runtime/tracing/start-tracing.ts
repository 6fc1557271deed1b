import type { Logger } from 'pino';
import type { Environment } from '../config/environment.js';
import type { RunningTracing } from './open-telemetry.js';

/** Starts tracing when it is configured. It must run before the application is created. Without configuration, the SDK is not loaded. */
export async function startTracing({ tracing, app }: Environment, log: Logger): Promise<RunningTracing | null> {
  if (!tracing.enabled) return null;
  const { exportTraces } = await import('./open-telemetry.js');
  return exportTraces(app.role, log);
}
