/**
 * The two clocks. All code gets the time from an injected clock.
 * *System time* (tokens, leases, retries, signatures, retention) cannot be moved. It is the database's time in the gateway, and the
 * machine's time in the sandbox.
 * *Business time* (states, expiry, subscriptions) has an offset that tests and the sandbox move forward.
 */
export abstract class SystemClock {
  abstract now(): Date;
}

export abstract class BusinessClock {
  abstract now(): Date;
}

/** The clock of this machine. */
export class RealSystemClock extends SystemClock {
  now(): Date {
    return new Date();
  }
}
