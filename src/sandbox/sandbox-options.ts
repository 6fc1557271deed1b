/** Settings of the simulated parties. */
export abstract class SandboxOptions {
  /** Where the gateway takes reports. */
  abstract readonly gatewayUrl: string;
  /** The gateway as a browser reaches it, for links. */
  abstract readonly publicUrl: string;
  abstract readonly displayTimeZone: string;
  /** Signs reports and proves who asks. */
  abstract readonly connectorSecret: string;
  /** Whether due reports leave by themselves. */
  abstract readonly dispatchReports: boolean;
  /** How long the inbox's slow answer takes. */
  abstract readonly slowAnswerMs: number;
  /** How often what is old is deleted. */
  abstract readonly clearEveryMs: number;
}
