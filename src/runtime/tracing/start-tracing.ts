import type { Logger } from 'pino';
import type { Environment } from '../config/environment.js';
import type { RunningTracing } from './tracer.js';

/** Must run before the application is built. Without configuration nothing is loaded. */
export async function startTracing({ tracing, app }: Environment, log: Logger): Promise<RunningTracing | null> {
  if (!tracing.enabled) return null;
  const { exportTraces } = await import('./open-telemetry.js');
  return exportTraces(app.role, log);
}
