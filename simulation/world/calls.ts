import type { CallOutcome } from '../actions/step.js';
import type { SimulatedClock } from './simulated-clock.js';
import type { GatewayProcess } from './gateway-process.js';

/** A call to an external service whose response is delayed. */
export interface WaitingCall {
  process: GatewayProcess;
  description: string;
  /** Delivers the response, so that the caller continues. */
  deliver: () => void;
}

interface Call<Result> {
  /**
   * For the transcript: `charge d3/1 of 1230 at play`. It is also a key of random numbers, so another text changes the outcomes of all
   * seeds.
   */
  description: string;
  /** Changes the records of the external service when the request arrives. */
  onArrival: () => void;
  /** The response, computed when it is sent. */
  response: () => Result;
  /** The result for the gateway after a timeout. */
  whenUnanswered: () => Result;
  /** The result for the gateway when the request could not be sent; `whenUnanswered` where the port has no such result. */
  whenNotSent?: () => Result;
}

/** Longer than each timeout of the gateway's calls. */
export const MAX_CALL_MS = 8_000;

/** The gateway's calls to external services, and their faults. */
export class Calls {
  readonly waitingCalls: WaitingCall[] = [];
  private callsInProgress = 0;
  /** Decides the outcome of the next call. */
  nextOutcome: (description: string) => CallOutcome = () => 'answered';
  /** Receives a line about each call that is not answered. */
  log: (line: string) => void = () => undefined;
  /** Called when a call begins to wait for its delayed response. */
  onWait: () => void = () => undefined;

  constructor(private readonly clock: SimulatedClock) {}

  /** Whether no call is in progress. Calls with a delayed response do not count. */
  get isIdle(): boolean {
    return this.callsInProgress === 0;
  }

  async call<Result>(process: GatewayProcess, call: Call<Result>): Promise<Result> {
    this.callsInProgress += 1;
    try {
      // As over a network, a response never arrives synchronously: other work in progress continues first.
      await Promise.resolve();
      return await this.resolveCall(process, call);
    } finally {
      this.callsInProgress -= 1;
    }
  }

  private async resolveCall<Result>(process: GatewayProcess, call: Call<Result>): Promise<Result> {
    const outcome = this.nextOutcome(call.description);
    if (outcome !== 'answered') this.log(`${call.description}: ${outcome}`);
    switch (outcome) {
      case 'not sent':
        return (call.whenNotSent ?? call.whenUnanswered)();
      case 'request lost':
        return call.whenUnanswered();
      case 'dies before':
        return this.dieDuringCall(process);
      case 'dies after':
        call.onArrival();
        return this.dieDuringCall(process);
      case 'response lost':
        call.onArrival();
        return call.whenUnanswered();
      case 'delayed':
        call.onArrival();
        return (await this.waitForDelivery(process, call.description)) ? call.response() : call.whenUnanswered();
      case 'answered':
        call.onArrival();
        return call.response();
    }
  }

  /** @returns whether the response was delivered within the gateway's timeout. */
  private async waitForDelivery(process: GatewayProcess, description: string): Promise<boolean> {
    const startedAtMs = this.clock.now().getTime();
    this.callsInProgress -= 1;
    await new Promise<void>((resolve) => {
      this.waitingCalls.push({ process, description, deliver: resolve });
      this.onWait();
    });
    this.callsInProgress += 1;
    return this.clock.now().getTime() < startedAtMs + MAX_CALL_MS;
  }

  /** Kills the process during its call, which therefore never returns. */
  private dieDuringCall(process: GatewayProcess): Promise<never> {
    this.callsInProgress -= 1;
    process.die();
    return new Promise(() => undefined);
  }
}
