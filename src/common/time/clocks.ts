/**
 * The two clocks. All code gets the time from an injected clock.
 * *System time* (tokens, leases, retries, signatures, retention) is the database's time and cannot be moved.
 * *Business time* (states, expiry, subscriptions) has an offset that tests and the sandbox move forward.
 */
export abstract class SystemClock {
  abstract now(): Date;
}

export abstract class BusinessClock {
  abstract now(): Date;
}

export class RealSystemClock extends SystemClock {
  now(): Date {
    return new Date();
  }
}
