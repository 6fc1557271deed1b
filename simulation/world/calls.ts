import type { Fate } from '../acts/step.js';
import type { SimulatedClock } from './simulated-clock.js';
import type { GatewayProcess } from './gateway-process.js';

/** Somebody in the gateway waits for an answer from outside. */
export interface WaitingCall {
  process: GatewayProcess;
  what: string;
  /** The answer comes, and whoever waits goes on. */
  answer: () => void;
}

interface Call<Result> {
  /** For the story: `charge of d3/1 at play`. */
  what: string;
  /** What the party does when it hears of it. */
  arrive: () => void;
  /** What it says, when it says it. */
  answer: () => Result;
  /** What the gateway sees where there is no answer. */
  nothing: () => Result;
  /** What it sees where the call could not leave; left out where there is no such result. */
  notSent?: () => Result;
}

/** The gateway waits for no answer longer than this. */
export const LONGEST_CALL_MS = 8_000;

/** Calls from the gateway to anybody outside, and what becomes of them. */
export class Calls {
  readonly waiting: WaitingCall[] = [];
  private underWay = 0;
  /** What becomes of the next call. */
  fateOfNext: (what: string) => Fate = () => 'answered';
  tell: (line: string) => void = () => undefined;
  onWait: () => void = () => undefined;

  constructor(private readonly clock: SimulatedClock) {}

  get isQuiet(): boolean {
    return this.underWay === 0;
  }

  async make<Result>(process: GatewayProcess, call: Call<Result>): Promise<Result> {
    this.underWay += 1;
    try {
      // An answer is never there at once: whatever else is under way goes on.
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

  /** @returns whether the answer came before the gateway's patience was over. */
  private async wait(process: GatewayProcess, what: string): Promise<boolean> {
    const from = this.clock.now().getTime();
    this.underWay -= 1;
    await new Promise<void>((resolve) => {
      this.waiting.push({ process, what, answer: resolve });
      this.onWait();
    });
    this.underWay += 1;
    return this.clock.now().getTime() < from + LONGEST_CALL_MS;
  }

  /** Nobody hears the answer any more. */
  private killed(process: GatewayProcess): Promise<never> {
    this.underWay -= 1;
    process.die();
    return new Promise(() => undefined);
  }
}
