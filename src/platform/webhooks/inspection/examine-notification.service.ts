import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Diagnosis, Pasted, SentBody } from '../../../common/signature/diagnosis.js';
import { idsIn } from '../../../common/signature/ids-in.js';
import { examine, MAX_BODY_BYTES } from '../../../common/signature/signature-doctor.js';
import { recordChange } from '../../audit/audited.js';
import { ServiceKeys } from '../../partners/keys/service-keys.js';
import { isInScope, type ServiceScope } from '../../listing/service-scope.js';

/** Notifications of one subject; it has few. */
const MOST = 50;

// The keys of a service that is not the reader's are never tried, so a reader cannot learn whether they fit.
const SERVICES = `
  SELECT s.id FROM service s WHERE s.id = ANY ($1) AND ${isInScope('s', '$2', '$3')}`;

const sentWhere = (condition: string): string => `
  SELECT e.id, e.service_id AS "serviceId", e.body,
    ARRAY(SELECT a.started_at FROM webhook_attempt a WHERE a.event_id = e.id ORDER BY a.started_at) AS "sentAt"
  FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id JOIN service s ON s.id = d.service_id
  WHERE ${condition} AND e.erased_at IS NULL AND ${isInScope('s', '$2', '$3')}
  ORDER BY d.sequence DESC LIMIT ${MOST}`;

const SENT = sentWhere('(d.event_id = ANY ($1::text[]::uuid[]) OR d.subject_id = ANY ($1::text[]))');
// A test notification without its headers names nothing by which it is found.
const LATEST = sentWhere('d.service_id = ANY ($1::text[])');

interface SentRow extends SentBody {
  serviceId: string;
}

/** Says of a pasted notification whether and by which key it is signed, and what happened to it. */
@Injectable()
export class ExamineNotificationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: ServiceKeys,
  ) {}

  /** @param serviceId the service whose keys are tried besides those of the services that it names; null for none. */
  async run({ partnerId, serviceIds }: ServiceScope, serviceId: string | null, pasted: Pasted): Promise<Diagnosis> {
    const named = idsIn(`${pasted.headers ?? ''}\n${pasted.body}`.slice(0, 2 * MAX_BODY_BYTES));
    const scope = [partnerId, serviceIds];
    const found = await this.dataSource.query<SentRow[]>(SENT, [named.ids, ...scope]);
    const sent = found.length > 0 ? found : await this.dataSource.query<SentRow[]>(LATEST, [named.serviceIds, ...scope]);
    const tried = [...named.serviceIds, ...(serviceId === null ? [] : [serviceId]), ...sent.map((each) => each.serviceId)];
    const services = await this.dataSource.query<{ id: string }[]>(SERVICES, [tried, ...scope]);
    const keys = await this.keys.stored(services.map(({ id }) => id));
    await this.dataSource.transaction((tx) =>
      recordChange(tx, { action: 'notification.verify', subject: 'service', id: services[0]?.id ?? 'unknown' }),
    );
    return examine(pasted, { keys, sent });
  }
}
