import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Diagnosis, Pasted, SentBody } from '../../../common/signature/diagnosis.js';
import { findPastedIds } from '../../../common/signature/ids-in.js';
import { examine, MAX_PASTED_LENGTH } from '../../../common/signature/signature-check.js';
import { recordChange } from '../../audit/audited.js';
import { ServiceKeys } from '../../partners/keys/service-keys.js';
import { inScopeSql, type ServiceScope } from '../../listing/service-scope.js';

/** Maximum number of sent notifications that the pasted notification is compared with. A subject has few notifications. */
const MAX_NOTIFICATIONS = 50;

// Keys of services outside the reader's scope are never tried. Otherwise a reader could find out whether such a key fits.
const FIND_SERVICES = `
  SELECT s.id FROM service s WHERE s.id = ANY ($1) AND ${inScopeSql('s', '$2', '$3')}`;

const sentNotifications = (condition: string): string => `
  SELECT e.id, e.service_id AS "serviceId", e.body,
    ARRAY(SELECT a.started_at FROM webhook_attempt a WHERE a.event_id = e.id ORDER BY a.started_at) AS "sentAt"
  FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id JOIN service s ON s.id = d.service_id
  WHERE ${condition} AND e.erased_at IS NULL AND ${inScopeSql('s', '$2', '$3')}
  ORDER BY d.sequence DESC LIMIT ${MAX_NOTIFICATIONS}`;

const FIND_MENTIONED = sentNotifications('(d.event_id = ANY ($1::text[]::uuid[]) OR d.subject_id = ANY ($1::text[]))');
// A test notification without its headers contains no id of a delivery or subject, so it is compared with the service's latest
// notifications.
const FIND_LATEST = sentNotifications('d.service_id = ANY ($1::text[])');

interface SentRow extends SentBody {
  serviceId: string;
}

/** Examines a pasted notification: whether its signature is valid, with which key, and how the notification was changed on its way. */
@Injectable()
export class ExamineNotificationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: ServiceKeys,
  ) {}

  /** @param serviceId a further service whose keys are tried, in addition to the services that the notification names. Null for none. */
  async run({ partnerId, serviceIds }: ServiceScope, serviceId: string | null, pasted: Pasted): Promise<Diagnosis> {
    const mentionedIds = findPastedIds(`${pasted.headers ?? ''}\n${pasted.body}`.slice(0, 2 * MAX_PASTED_LENGTH));
    const scope = [partnerId, serviceIds];
    const mentioned = await this.dataSource.query<SentRow[]>(FIND_MENTIONED, [mentionedIds.ids, ...scope]);
    const sentBodies =
      mentioned.length > 0 ? mentioned : await this.dataSource.query<SentRow[]>(FIND_LATEST, [mentionedIds.serviceIds, ...scope]);
    const candidates = [...mentionedIds.serviceIds, ...(serviceId === null ? [] : [serviceId]), ...sentBodies.map((row) => row.serviceId)];
    const services = await this.dataSource.query<{ id: string }[]>(FIND_SERVICES, [candidates, ...scope]);
    const keys = await this.keys.readStoredKeys(services.map(({ id }) => id));
    await this.dataSource.transaction((tx) =>
      recordChange(tx, { action: 'notification.verify', subject: 'service', id: services[0]?.id ?? 'unknown' }),
    );
    return examine(pasted, { keys, sent: sentBodies });
  }
}
