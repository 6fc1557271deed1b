import type { EntityManager } from 'typeorm';

/** Sets all short numbers of a service. @param numbers short numbers of the catalogue. */
export async function setNumbers(tx: EntityManager, serviceId: string, numbers: readonly number[]): Promise<void> {
  await tx.query('DELETE FROM sms_service_number WHERE service_id = $1 AND number <> ALL ($2::integer[])', [serviceId, numbers]);
  await tx.query(
    'INSERT INTO sms_service_number (service_id, number) SELECT $1, unnest($2::integer[]) ON CONFLICT (service_id, number) DO NOTHING',
    [serviceId, numbers],
  );
}
