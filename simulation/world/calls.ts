import type { CallFate } from '../actions/step.js';
import type { SimulatedClock } from './simulated-clock.js';
import type { GatewayProcess } from './gateway-process.js';

/** A call to an outside party that has not been answered. */
export interface WaitingCall {
  process: GatewayProcess;
  what: string;
  /** Delivers the answer, and the caller continues. */
  answer: () => void;
}

interface Call<Result> {
  /** For the story: `charge of d3/1 at play`. */
  what: string;
  /** What the party does when the call arrives. */
  arrive: () => void;
  /** Its answer, at the time of answering. */
  answer: () => Result;
  /** What the gateway sees when there is no answer. */
  nothing: () => Result;
  /** What the gateway sees when the call could not be sent; left out where that result does not exist. */
  notSent?: () => Result;
}

/** Longer than the gateway waits for any answer. */
export const MAX_CALL_MS = 8_000;

/** The gateway's calls to outside parties, and their failures. */
export class Calls {
  readonly waiting: WaitingCall[] = [];
  private underWay = 0;
  /** Decides the fate of the next call. */
  fateOfNext: (what: string) => CallFate = () => 'answered';
  tell: (line: string) => void = () => undefined;
  onWait: () => void = () => undefined;

  constructor(private readonly clock: SimulatedClock) {}

  get isQuiet(): boolean {
    return this.underWay === 0;
  }

  async make<Result>(process: GatewayProcess, call: Call<Result>): Promise<Result> {
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
    const fate = this.fateOfNext(call.what);
    if (fate !== 'answered') this.tell(`${call.what}: ${fate}`);
    switch (fate) {
      case 'not sent':
        return (call.notSent ?? call.nothing)();
      case 'lost':
        return call.nothing();
      case 'dies before':
        return this.killed(process);
      case 'dies after':
        call.arrive();
        return this.killed(process);
      case 'silence':
        call.arrive();
        return call.nothing();
      case 'waits':
        call.arrive();
        return (await this.wait(process, call.what)) ? call.answer() : call.nothing();
      case 'answered':
        call.arrive();
        return call.answer();
    }
  }

  /** @returns whether the answer arrived within the gateway's timeout. */
  private async wait(process: GatewayProcess, what: string): Promise<boolean> {
    const from = this.clock.now().getTime();
    this.underWay -= 1;
    await new Promise<void>((resolve) => {
      this.waiting.push({ process, what, answer: resolve });
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
