import type { CallOutcome } from '../actions/step.js';
import type { SimulatedClock } from './simulated-clock.js';
import type { GatewayProcess } from './gateway-process.js';

/** A call to an outside party that has not been answered. */
export interface WaitingCall {
  process: GatewayProcess;
  description: string;
  /** Delivers the answer, and the caller continues. */
  deliver: () => void;
}

interface Call<Result> {
  /** For the transcript: `charge of d3/1 at play`. */
  description: string;
  /** What the party does when the call arrives. */
  onArrival: () => void;
  /** Its answer, at the time of answering. */
  response: () => Result;
  /** What the gateway sees when there is no answer. */
  whenUnanswered: () => Result;
  /** What the gateway sees when the call could not be sent; left out where that result does not exist. */
  whenNotSent?: () => Result;
}

/** Longer than the gateway waits for any answer. */
export const MAX_CALL_MS = 8_000;

/** The gateway's calls to outside parties, and their failures. */
export class Calls {
  readonly waiting: WaitingCall[] = [];
  private underWay = 0;
  /** Decides the fate of the next call. */
  nextOutcome: (what: string) => CallOutcome = () => 'answered';
  log: (line: string) => void = () => undefined;
  onWait: () => void = () => undefined;

  constructor(private readonly clock: SimulatedClock) {}

  get isQuiet(): boolean {
    return this.underWay === 0;
  }

  async call<Result>(process: GatewayProcess, call: Call<Result>): Promise<Result> {
    this.underWay += 1;
    try {
      // An answer never arrives at once: other work in progress continues first.
      await Promise.resolve();
      return await this.become(process, call);
    } finally {
      this.underWay -= 1;
    }
  }

  private async become<Result>(process: GatewayProcess, call: Call<Result>): Promise<Result> {
    const fate = this.nextOutcome(call.description);
    if (fate !== 'answered') this.log(`${call.description}: ${fate}`);
    switch (fate) {
      case 'not sent':
        return (call.whenNotSent ?? call.whenUnanswered)();
      case 'lost':
        return call.whenUnanswered();
      case 'dies before':
        return this.killed(process);
      case 'dies after':
        call.onArrival();
        return this.killed(process);
      case 'silence':
        call.onArrival();
        return call.whenUnanswered();
      case 'waits':
        call.onArrival();
        return (await this.wait(process, call.description)) ? call.response() : call.whenUnanswered();
      case 'answered':
        call.onArrival();
        return call.response();
    }
  }

  /** @returns whether the answer arrived within the gateway's timeout. */
  private async wait(process: GatewayProcess, description: string): Promise<boolean> {
    const from = this.clock.now().getTime();
    this.underWay -= 1;
    await new Promise<void>((resolve) => {
      this.waiting.push({ process, description, deliver: resolve });
      this.onWait();
    });
    this.underWay += 1;
    return this.clock.now().getTime() < from + MAX_CALL_MS;
  }

  /** The callers have died. */
  private killed(process: GatewayProcess): Promise<never> {
    this.underWay -= 1;
    process.die();
    return new Promise(() => undefined);
  }
}
