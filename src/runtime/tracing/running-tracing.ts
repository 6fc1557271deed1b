export interface RunningTracing {
  /** Exports what is left, for as long as the collector answers in time. */
  stop(): Promise<void>;
}
