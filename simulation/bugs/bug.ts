import type { EpisodeKind } from '../steps/write-steps.js';
import type { GatewayProcess } from '../world/gateway-process.js';

/** A defect that is put into the simulation's processes, to test whether the checks find it. The source code does not contain it. */
export interface Bug {
  name: string;
  /** As a payments engineer would describe it. */
  description: string;
  inject(process: GatewayProcess): void;
  /** The kind of episode in which it is searched for. */
  episodeKind?: EpisodeKind;
}
