/**
 * A producer adds jobs and must never wait for an unreachable store; a consumer waits for it as long as it takes. `idle` is the consumer of a
 * process without a worker: it never connects.
 */
export type QueueUse = 'producer' | 'consumer' | 'idle';
