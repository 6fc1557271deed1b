import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnusableSettingError } from '../common/errors/unusable-setting.js';
import { Partner } from '../platform/partners/partner.entity.js';
import { type UnusableKeyVersion, UnusableKeyVersionsQuery } from '../platform/partners/keys/unusable-key-versions.query.js';
import type { Environment } from '../runtime/config/environment.js';
import { CLI_COMMAND } from '../runtime/cli-command.js';
import { MIGRATIONS } from '../migrations.js';
import { pendingMigrations } from '../runtime/database/schema/migrate.js';
import { assertSupportedPooler } from '../runtime/database/pooler/check-pooler.js';
import { queueBackend } from '../runtime/queue/queue-options.js';

/**
 * Checks that this process can use its database, before the process serves requests or sends notifications.
 * @throws Error with a message for the staff who run the gateway.
 */
export async function assertUsableDatabase(app: INestApplication, environment: Environment): Promise<void> {
  await assertSupportedPooler(app.get(DataSource), environment.database, queueBackend(environment.queue) === 'postgres');
  await assertNoPendingMigrations(app.get(DataSource));
  if (environment.app.isProduction) await rejectDemoPartner(app.get(DataSource));
  await rejectUnusableKeys(app.get(UnusableKeyVersionsQuery));
}

export async function assertNoPendingMigrations(dataSource: DataSource): Promise<void> {
  const pending = await pendingMigrations(dataSource, MIGRATIONS);
  if (pending.length > 0) throw new Error(`The database lacks ${pending.length} migration(s): run "${CLI_COMMAND} migrate" first.`);
}

/** Second part of the message about signing keys that cannot be decrypted. */
const UNUSABLE_KEY_MESSAGES: Record<UnusableKeyVersion['why'], string> = {
  missing: 'which ENCRYPTION_KEYS does not contain. Nothing can be signed with them. Add the encryption key of this version to the others.',
  another: 'but ENCRYPTION_KEYS contains another key with this version. Nothing can be signed with them. Set the key that encrypted them.',
};

async function rejectUnusableKeys(unusableKeyVersions: UnusableKeyVersionsQuery): Promise<void> {
  const [first] = await unusableKeyVersions.run();
  if (first) {
    throw new UnusableSettingError(
      `The database contains signing keys that were encrypted with encryption key version ${first.version}, ${UNUSABLE_KEY_MESSAGES[first.why]}`,
    );
  }
}

async function rejectDemoPartner(dataSource: DataSource): Promise<void> {
  if (await dataSource.manager.existsBy(Partner, { demo: true })) {
    throw new Error('This database contains the demo partner, whose token is public. Production needs its own database.');
  }
}
