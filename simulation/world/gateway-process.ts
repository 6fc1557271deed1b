import { getQueueToken } from '@nestjs/bullmq';
import { Test, type TestingModule } from '@nestjs/testing';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { TtlCache } from '../../src/common/cache/ttl-cache.js';
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

/** The outside parties' connectors for one process. */
export interface ExternalServices {
  operators: OperatorConnectors;
  channels: AcquirerConnectors;
  receivers: Pick<OutboundClient, 'post'>;
}

/** All wake-ups get lost: scheduled work finds what is due when a step starts it. */
const NO_QUEUE = { on: () => undefined, getBackend: () => ({ close: () => Promise.resolve() }) };

/** Limits that count requests in real seconds do not apply. */
const NO_LIMITS: Pick<RateLimits, 'consume' | 'refund' | 'waitFor' | 'store'> = {
  consume: () => Promise.resolve(null),
  refund: () => Promise.resolve(),
  waitFor: () => Promise.resolve(null),
  store: () => ({ take: () => Promise.resolve({ granted: true, resetMs: 0 }) }),
};

/** A step may take longer than any cache keeps its values. */
TtlCache.prototype.get = <V>(_key: string, load: () => Promise<V>): Promise<V> => load();

/**
 * A process of the gateway with its own memory and database connection, built from the same modules as the real one. The simulation
 * decides what the outside world answers, what time it is, and when scheduled work runs.
 */
export class GatewayProcess {
  private isDead = false;
  private died: () => void = () => undefined;
  /** Resolved when the process dies. */
  readonly death = new Promise<void>((resolve) => (this.died = resolve));
  readonly statements: StatementGate;

  private constructor(
    readonly name: string,
    private readonly module: TestingModule,
  ) {
    this.statements = StatementGate.of(module.get(DataSource), () => this.die());
  }

  static async start(
    name: string,
    database: TestDatabase,
    clock: SimulatedClock,
    outside: (self: () => GatewayProcess) => ExternalServices,
  ): Promise<GatewayProcess> {
    const environment = readEnvironment(settingsOf(database));
    const platform = PlatformModule.forRoot({ environment, databaseUrl: database.appUrl, logger: pino({ level: 'silent' }) });
    const { operators, channels, receivers } = outside(() => process);
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
      .useValue(operators)
      .overrideProvider(AcquirerConnectors)
      .useValue(channels)
      .overrideProvider(OutboundClient)
      .useValue(receivers)
      .overrideProvider(RateLimits)
      .useValue(NO_LIMITS)
      .overrideProvider(PreviousReply)
      .useFactory({ inject: [InboundStore], factory: replyAtOnce })
      .compile();
    await module.init();
    const process = new GatewayProcess(name, module);
    return process;
  }

  get alive(): boolean {
    return !this.isDead;
  }

  get<T>(provider: abstract new (...given: never[]) => T): T {
    return this.module.get<T>(provider, { strict: false });
  }

  /** Dies as by SIGKILL: nothing is finished or cleaned up. Its pending promises never resolve. */
  die(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.statements.cut();
    this.died();
  }

  /** Business time as other processes have set it. */
  async lookAtTheClock(): Promise<void> {
    await this.get(OffsetBusinessClock).refresh();
  }

  /** Stops orderly, at the end of everything. */
  async stop(): Promise<void> {
    if (this.isDead) return;
    await this.module.close();
  }
}

/** A repeated message does not wait for the reply to the first one, as if the time for that had passed. */
function replyAtOnce(store: InboundStore): Pick<PreviousReply, 'of' | 'isKnown'> {
  return { of: async (id) => (await store.reply(id)) ?? store.answer(id, DEFAULT_REPLY), isKnown: () => undefined };
}

function settingsOf({ appUrl, ownerUrl }: TestDatabase): NodeJS.ProcessEnv {
  return {
    ROLE: 'api', // scheduled work runs when a step starts it
    LOG_LEVEL: 'silent',
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
    ENCRYPTION_KEYS,
    PUBLIC_URL: 'https://pay.example.test',
    SANDBOX: 'off',
    DATABASE_POOL_SIZE: '2',
    // Nothing arrives over HTTP, and the counters of requests take a fifth of a process's start.
    RATE_LIMIT_PER_TOKEN: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_PER_CONNECTOR: '0',
    RATE_LIMIT_FAILED_AUTH: '0',
    PAYMENT_HOLD_PER_ADDRESS: '0',
    PAYMENT_HOLD_PER_EMAIL: '3',
  };
}
