/**
 * A producer adds jobs and must never wait for an unreachable Redis or database. A consumer waits for it without a limit. `idle` is the
 * consumer of a process without a worker, which never connects.
 */
export type QueueUse = 'producer' | 'consumer' | 'idle';
