import { getQueueToken } from '@nestjs/bullmq';
import { Test, type TestingModule } from '@nestjs/testing';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { TtlCache } from '../../src/common/ttl-cache.js';
import { AcquirerConnectors } from '../../src/connectors/acquirers/port/acquirer-connectors.js';
import { OperatorConnectors } from '../../src/connectors/operators/operator.port.js';
import { PlatformModule } from '../../src/platform.module.js';
import { OutboundClient } from '../../src/platform/outbound/outbound-client.js';
import { WebhookDeliveryModule } from '../../src/platform/webhooks/webhook-delivery.module.js';
import { WebhookProcessor } from '../../src/platform/webhooks/delivery/webhook.processor.js';
import { WEBHOOK_PRODUCER } from '../../src/platform/webhooks/wake-up/webhook-queue.js';
import { DirectBillingModule } from '../../src/products/direct-billing/direct-billing.module.js';
import { PaymentsModule } from '../../src/products/payments/payments.module.js';
import { PreviousReply } from '../../src/products/sms/inbound/previous-reply.js';
import { InboundStore } from '../../src/products/sms/inbound/inbound-store.js';
import { DEFAULT_REPLY } from '../../src/products/sms/inbound/replies.js';
import { SmsModule } from '../../src/products/sms/sms.module.js';
import { DatabaseClock } from '../../src/runtime/clock/database-clock.js';
import { OffsetBusinessClock } from '../../src/runtime/clock/offset-business-clock.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { RateLimits } from '../../src/runtime/rate-limits/rate-limits.js';
import { ENCRYPTION_KEYS } from '../../test/support/encryption-key.js';
import type { TestDatabase } from '../../test/support/test-database.js';
import { SimulatedClock } from './simulated-clock.js';
import { StatementGate } from './statement-gate.js';

/** Connectors of the simulated providers, and the client to partners' endpoints, for one process. */
export interface ExternalServices {
  operatorConnectors: OperatorConnectors;
  acquirerConnectors: AcquirerConnectors;
  outboundClient: Pick<OutboundClient, 'post'>;
}

/** A queue that loses all wake-ups. Scheduled tasks find due work when a step starts them. */
const NO_QUEUE = { on: () => undefined, getBackend: () => ({ close: () => Promise.resolve() }) };

/** Rate limits are off, because they count requests in real seconds. */
const NO_LIMITS: Pick<RateLimits, 'consume' | 'refund' | 'readWaitSeconds' | 'store'> = {
  consume: () => Promise.resolve(null),
  refund: () => Promise.resolve(),
  readWaitSeconds: () => Promise.resolve(null),
  store: () => ({ takePoints: () => Promise.resolve({ granted: true, resetMs: 0 }) }),
};

/** Caches are off, because their values would expire in real time. Then the result would depend on the machine's speed. */
TtlCache.prototype.get = <V>(_key: string, load: () => Promise<V>): Promise<V> => load();

/**
 * A process of the gateway with its own memory and database connection, built from the same modules as the real one. The simulation decides
 * how external services respond, what time it is, and when scheduled tasks run.
 */
export class GatewayProcess {
  private isDead = false;
  private resolveDeath: () => void = () => undefined;
  /** Resolved when the process dies. */
  readonly death = new Promise<void>((resolve) => (this.resolveDeath = resolve));
  readonly statements: StatementGate;

  private constructor(
    readonly name: string,
    private readonly module: TestingModule,
  ) {
    this.statements = StatementGate.install(module.get(DataSource), () => this.die());
  }

  static async start(
    name: string,
    database: TestDatabase,
    clock: SimulatedClock,
    createExternalServices: (getProcess: () => GatewayProcess) => ExternalServices,
  ): Promise<GatewayProcess> {
    const environment = readEnvironment(environmentOf(database));
    const platform = PlatformModule.forRoot({ environment, databaseUrl: database.appUrl, logger: pino({ level: 'silent' }) });
    const { operatorConnectors, acquirerConnectors, outboundClient } = createExternalServices(() => process);
    const module = await Test.createTestingModule({
      imports: [platform, DirectBillingModule, PaymentsModule, SmsModule, WebhookDeliveryModule],
    })
      .overrideProvider(getQueueToken(WEBHOOK_PRODUCER))
      .useValue(NO_QUEUE)
      .overrideProvider(WebhookProcessor)
      .useValue({})
      .overrideProvider(DatabaseClock)
      .useValue(clock)
      .overrideProvider(OperatorConnectors)
      .useValue(operatorConnectors)
      .overrideProvider(AcquirerConnectors)
      .useValue(acquirerConnectors)
      .overrideProvider(OutboundClient)
      .useValue(outboundClient)
      .overrideProvider(RateLimits)
      .useValue(NO_LIMITS)
      .overrideProvider(PreviousReply)
      .useFactory({ inject: [InboundStore], factory: replyImmediately })
      .compile();
    await module.init();
    const process = new GatewayProcess(name, module);
    return process;
  }

  get isAlive(): boolean {
    return !this.isDead;
  }

  /** Returns the process's instance of a service. */
  get<T>(provider: abstract new (...args: never[]) => T): T {
    return this.module.get<T>(provider, { strict: false });
  }

  /** Ends the process as SIGKILL does: no work is finished or cleaned up. Promises of pending statements and calls never resolve. */
  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.statements.disconnectAll();
    this.resolveDeath();
  }

  /** Reads the business time. After the simulation has moved it, the process uses the earlier time until this is called. */
  async refreshBusinessTime(): Promise<void> {
    await this.get(OffsetBusinessClock).refresh();
  }

  /** Shuts down in an orderly way. */
  async stop(): Promise<void> {
    if (this.isDead) return;
    await this.module.close();
  }
}

/**
 * Replies to a repeated message as the gateway does after its timeout, without waiting for the first message, because waits are in real
 * time.
 */
function replyImmediately(store: InboundStore): Pick<PreviousReply, 'waitFor' | 'endWait'> {
  return { waitFor: async (id) => (await store.findReply(id)) ?? store.storeReply(id, DEFAULT_REPLY), endWait: () => undefined };
}

function environmentOf({ appUrl, ownerUrl }: TestDatabase): NodeJS.ProcessEnv {
  return {
    ROLE: 'api', // no scheduled task runs by itself
    LOG_LEVEL: 'silent',
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
    ENCRYPTION_KEYS,
    PUBLIC_URL: 'https://pay.example.test',
    SANDBOX: 'off',
    DATABASE_POOL_SIZE: '2',
    // No request arrives over HTTP, and setting up the limits takes a fifth of the start of a process.
    RATE_LIMIT_PER_TOKEN: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_PER_CONNECTOR: '0',
    RATE_LIMIT_FAILED_AUTH: '0',
    PAYMENT_HOLD_PER_ADDRESS: '0', // off: all payments have the same IP address
    PAYMENT_HOLD_PER_EMAIL: '3', // low, so that some payments of an episode are held for a review
  };
}
