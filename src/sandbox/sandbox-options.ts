import type { SharedSecret } from '../common/http/signed-message.js';

/** Settings of the simulated parties. */
export abstract class SandboxOptions {
  /** The gateway's address for reports. */
  abstract readonly gatewayUrl: string;
  /** The gateway's address for browsers. */
  abstract readonly publicUrl: string;
  abstract readonly displayTimeZone: string;
  /** Signs reports and verifies requests. */
  abstract readonly connectorSecret: SharedSecret;
  /** Whether due reports are delivered automatically. */
  abstract readonly dispatchReports: boolean;
  /** How long the inbox's slow answer takes. */
  abstract readonly slowAnswerMs: number;
  /** How often old rows are deleted. */
  abstract readonly clearEveryMs: number;
}
