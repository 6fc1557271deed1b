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

const MADE = `
  SELECT made.* FROM service s CROSS JOIN LATERAL (
    SELECT d.event_id AS id, d.service_id AS "serviceId", d.created_at AS at, d.sequence FROM webhook_delivery d
    WHERE d.service_id = s.id AND d.sequence > $1 AND d.created_at > now() - interval '30 days' ORDER BY d.sequence LIMIT $2
  ) made ORDER BY made.sequence LIMIT $2`;

/** Gives the sandbox's inbox the gateway's notifications with their delivery attempts. */
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
    return this.dataSource.query<CreatedNotification[]>(MADE, [String(afterSequence), limit]);
  }

  async of(ids: readonly string[]): Promise<Map<string, SentNotification>> {
    const found = await this.deliveries.withBodies(ids);
    const addresses = await this.addresses(found.map(({ serviceId }) => serviceId));
    return new Map(
      found.map(({ id, serviceId, status, nextAttemptAt, body, signedText, attempts }) => {
        const shown = attempts.map((attempt) => ({
          number: attempt.number,
          startedAt: attempt.startedAt,
          httpStatus: attempt.httpStatus,
          response: attempt.responseExcerpt?.slice(0, MAX_RESPONSE_CHARS) ?? null,
          verdict: attemptVerdict(attempt),
        }));
        return [id, { status, nextAttemptAt, body, signedText, address: addresses.get(serviceId) ?? null, attempts: shown }];
      }),
    );
  }

  async elsewhere(serviceIds: readonly string[]): Promise<Map<string, string | null>> {
    const addresses = await this.addresses(serviceIds);
    return new Map([...addresses].filter(([id, address]) => address !== this.inboxOf(id)));
  }

  async sendToInbox(serviceId: string): Promise<boolean> {
    if (!(await this.dataSource.manager.existsBy(Service, { id: serviceId }))) return false;
    const actor = { author: 'sandbox', door: 'sandbox', reason: null, requestId: randomUUID() } as const;
    await actingAs(actor, () => this.connect(serviceId));
    return true;
  }

  /** Updates a service without a URL or with the inbox's URL, which changes with the sandbox's port. A URL of the partner's own stays. */
  async keepConnected(serviceId: string): Promise<void> {
    const address = (await this.addresses([serviceId])).get(serviceId);
    if (!address || address.endsWith(`/inbox/${serviceId}`)) await this.connect(serviceId);
  }

  /** Sets the inbox as the notification URL of the service, and gives the service's keys to the inbox. */
  private async connect(serviceId: string): Promise<void> {
    await this.dataSource.transaction((tx) => this.updateService.run(tx, serviceId, { notifyUrl: this.inboxOf(serviceId) }));
    const valid = await this.keys.valid(serviceId);
    const secretOf = (purpose: 'ipn' | 'webhook'): string => valid.findLast((key) => key.purpose === purpose)?.secret ?? '';
    await registerInboxReceiver(this.dataSource, { serviceId, ipnKey: secretOf('ipn'), webhookSecret: secretOf('webhook') });
  }

  private inboxOf(serviceId: string): string {
    return `${this.environment.sandbox.url}/inbox/${serviceId}`;
  }

  private async addresses(serviceIds: readonly string[]): Promise<Map<string, string | null>> {
    const services = await this.dataSource.manager.find(Service, {
      select: { id: true, notifyUrl: true },
      where: { id: In([...new Set(serviceIds)]) },
    });
    return new Map(services.map(({ id, notifyUrl }) => [id, notifyUrl]));
  }
}
