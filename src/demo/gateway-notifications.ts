import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { actingAs } from '../platform/audit/actor.js';
import { ServiceKeys } from '../platform/partners/keys/service-keys.js';
import { Service } from '../platform/partners/services/service.entity.js';
import { UpdateService } from '../platform/partners/services/update-service.js';
import { attemptVerdict } from '../platform/webhooks/inspection/attempt-verdict.js';
import { DeliveryQueries } from '../platform/webhooks/inspection/delivery.queries.js';
import { Environment } from '../runtime/config/environment.js';
import { registerInboxReceiver } from '../sandbox/inbox/register-inbox-receiver.js';
import { type CreatedNotification, type SentNotification, SentNotifications } from '../sandbox/inbox/sent-notifications.js';

const MAX_RESPONSE_CHARS = 200;

const READ_CREATED = `
  SELECT made.* FROM service s CROSS JOIN LATERAL (
    SELECT d.event_id AS id, d.service_id AS "serviceId", d.created_at AS at, d.sequence FROM webhook_delivery d
    WHERE d.service_id = s.id AND d.sequence > $1 AND d.created_at > now() - interval '30 days' ORDER BY d.sequence LIMIT $2
  ) made ORDER BY made.sequence LIMIT $2`;

/** Gives the sandbox's inbox the gateway's notifications with their delivery attempts, and connects services to the inbox. */
@Injectable()
export class GatewayNotifications extends SentNotifications {
  constructor(
    private readonly dataSource: DataSource,
    private readonly deliveries: DeliveryQueries,
    private readonly updateService: UpdateService,
    private readonly keys: ServiceKeys,
    private readonly environment: Environment,
  ) {
    super();
  }

  listCreated(afterSequence: bigint, limit: number): Promise<CreatedNotification[]> {
    return this.dataSource.query<CreatedNotification[]>(READ_CREATED, [String(afterSequence), limit]);
  }

  async findSent(ids: readonly string[]): Promise<Map<string, SentNotification>> {
    const notifications = await this.deliveries.findWithBodies(ids);
    const notifyUrls = await this.notifyUrls(notifications.map(({ serviceId }) => serviceId));
    return new Map(
      notifications.map(({ id, serviceId, status, nextAttemptAt, body, signedText, attempts }) => {
        const attemptsWithVerdict = attempts.map((attempt) => ({
          number: attempt.number,
          startedAt: attempt.startedAt,
          httpStatus: attempt.httpStatus,
          response: attempt.responseExcerpt?.slice(0, MAX_RESPONSE_CHARS) ?? null,
          verdict: attemptVerdict(attempt),
        }));
        return [id, { status, nextAttemptAt, body, signedText, address: notifyUrls.get(serviceId) ?? null, attempts: attemptsWithVerdict }];
      }),
    );
  }

  async findOtherEndpoints(serviceIds: readonly string[]): Promise<Map<string, string | null>> {
    const notifyUrls = await this.notifyUrls(serviceIds);
    return new Map([...notifyUrls].filter(([id, notifyUrl]) => notifyUrl !== this.inboxUrlOf(id)));
  }

  async sendToInbox(serviceId: string): Promise<boolean> {
    if (!(await this.dataSource.manager.existsBy(Service, { id: serviceId }))) return false;
    const actor = { author: 'sandbox', door: 'sandbox', reason: null, requestId: randomUUID() } as const;
    await actingAs(actor, () => this.connectToInbox(serviceId));
    return true;
  }

  /**
   * Connects a service that has no notification URL. A service that is connected already gets the inbox's present URL, which changes with
   * the sandbox's port. Any other URL stays.
   */
  async keepConnected(serviceId: string): Promise<void> {
    const notifyUrl = (await this.notifyUrls([serviceId])).get(serviceId);
    if (!notifyUrl || notifyUrl.endsWith(`/inbox/${serviceId}`)) await this.connectToInbox(serviceId);
  }

  /** Sets the inbox as the notification URL of the service, and stores the service's keys in the inbox so that it can verify signatures. */
  private async connectToInbox(serviceId: string): Promise<void> {
    await this.dataSource.transaction((tx) => this.updateService.run(tx, serviceId, { notifyUrl: this.inboxUrlOf(serviceId) }));
    const validKeys = await this.keys.readValidKeys(serviceId);
    const secretOf = (purpose: 'ipn' | 'webhook'): string => validKeys.findLast((key) => key.purpose === purpose)?.secret ?? '';
    await registerInboxReceiver(this.dataSource, { serviceId, ipnKey: secretOf('ipn'), webhookSecret: secretOf('webhook') });
  }

  private inboxUrlOf(serviceId: string): string {
    return `${this.environment.sandbox.url}/inbox/${serviceId}`;
  }

  private async notifyUrls(serviceIds: readonly string[]): Promise<Map<string, string | null>> {
    const services = await this.dataSource.manager.find(Service, {
      select: { id: true, notifyUrl: true },
      where: { id: In([...new Set(serviceIds)]) },
    });
    return new Map(services.map(({ id, notifyUrl }) => [id, notifyUrl]));
  }
}
