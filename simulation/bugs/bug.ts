import type { EpisodeKind } from '../steps/write-steps.js';
import type { GatewayProcess } from '../world/gateway-process.js';

/** A defect that is injected into the gateway's processes of the simulation, to test whether an invariant finds it. */
export interface Bug {
  name: string;
  /** The effect of the bug, for docs/simulation.md. */
  description: string;
  inject(process: GatewayProcess): void;
  /** Only episodes of this kind are run to find the bug. */
  episodeKind?: EpisodeKind;
}
