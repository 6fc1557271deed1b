/**
 * - `producer`: adds jobs. It must never wait for an unreachable Redis or database
 * - `consumer`: takes jobs. It waits without a limit for an unreachable Redis or database
 * - `idle`: the consumer of a process that runs no worker. It never connects
 */
export type QueueUse = 'producer' | 'consumer' | 'idle';
