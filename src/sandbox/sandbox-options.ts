import type { SharedSecret } from '../common/signed-message.js';

/** Settings of the sandbox. */
export abstract class SandboxOptions {
  /** URL of the gateway for callbacks. */
  abstract readonly gatewayUrl: string;
  /** URL of the gateway for browsers. */
  abstract readonly publicUrl: string;
  abstract readonly displayTimeZone: string;
  /** Signs callbacks and verifies the gateway's requests. */
  abstract readonly connectorSecret: SharedSecret;
  /** Whether due callbacks are delivered automatically. */
  abstract readonly dispatchCallbacks: boolean;
  /** Wait before the inbox sends its response `slow`. */
  abstract readonly slowResponseMs: number;
  /** Pause between two runs of the cleanup, which deletes old rows. */
  abstract readonly clearEveryMs: number;
}
