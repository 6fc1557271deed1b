/**
 * A producer adds jobs and must never wait for a store that is away; a consumer waits for it as long as it takes. Idle is
 * the consumer of a process that runs no worker: it never connects.
 */
export type QueueUse = 'producer' | 'consumer' | 'idle';
