import type { EntityManager } from 'typeorm';

/** The bank's app knows the payer by this from now on. */
export async function rememberAlias(tx: EntityManager, value: string, label: string, bank: string): Promise<void> {
  await tx.query(
    `INSERT INTO sandbox.bank_app_alias (value, bank, label) VALUES ($1, $2, $3) ON CONFLICT (value, bank) DO UPDATE SET label = excluded.label`,
    [value, bank, label],
  );
}
