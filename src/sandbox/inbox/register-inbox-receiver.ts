import type { DataSource } from 'typeorm';

/** A service whose notifications the inbox verifies. */
export interface InboxReceiver {
  serviceId: string;
  /** Key of the signature in the body. */
  ipnKey: string;
  /** `whsec_…` */
  webhookSecret: string;
}

/** Stores a service's keys in the inbox, as a partner stores the keys in its own receiver. */
export async function registerInboxReceiver(dataSource: DataSource, { serviceId, ipnKey, webhookSecret }: InboxReceiver): Promise<void> {
  await dataSource.query(
    `INSERT INTO sandbox.inbox_receiver (service_id, ipn_key, webhook_secret) VALUES ($1, $2, $3)
     ON CONFLICT (service_id) DO UPDATE SET ipn_key = excluded.ipn_key, webhook_secret = excluded.webhook_secret`,
    [serviceId, ipnKey, webhookSecret],
  );
}
