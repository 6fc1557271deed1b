import { type Redis, type RedisOptions, SentinelConnector, type SentinelConnectionOptions } from 'ioredis';
import type { Logger } from 'pino';

interface ConnectsToSentinels {
  connectToSentinel(address: unknown, options?: RedisOptions): Redis;
}

/**
 * ioredis's connector with a listener for errors of the connections that report failovers. Without the listener, each failed attempt to
 * reach a sentinel would be written to the console.
 */
export function sentinelConnector(log: Logger): RedisOptions['Connector'] {
  return class extends SentinelConnector {
    constructor(options: unknown) {
      super(options as SentinelConnectionOptions);
      const connector = this as unknown as ConnectsToSentinels;
      const connect = connector.connectToSentinel.bind(this);
      connector.connectToSentinel = (address, redisOptions) => {
        const { disconnectTimeout } = this.options;
        const client = connect(address, { ...redisOptions, ...(disconnectTimeout !== undefined && { disconnectTimeout }) });
        return client.on('error', (error) => log.warn({ err: error }, 'a sentinel of the queue cannot be reached'));
      };
    }
  };
}
