import type { Mixture } from '../steps/write-steps.js';
import type { GatewayProcess } from '../world/gateway-process.js';

/** A mistake that is put into the simulation's processes, to see whether it is found. The sources know nothing of it. */
export interface Bug {
  name: string;
  /** As a payments engineer would tell of it. */
  what: string;
  plant(process: GatewayProcess): void;
  /** In episodes about this it is looked for. */
  about?: Mixture;
}
