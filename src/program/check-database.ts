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
 * Checks that this process and its database fit together, before the process serves requests or sends notifications.
 * @throws Error with a message for the staff who run the gateway.
 */
export async function assertUsableDatabase(app: INestApplication, environment: Environment): Promise<void> {
  await assertSupportedPooler(app.get(DataSource), environment.database, queueBackend(environment.queue) === 'postgres');
  await refusePendingMigrations(app.get(DataSource));
  if (environment.app.isProduction) await refuseDemoPartner(app.get(DataSource));
  await refuseUnusableKeys(app.get(UnusableKeyVersionsQuery));
}

export async function refusePendingMigrations(source: DataSource): Promise<void> {
  const pending = await pendingMigrations(source, MIGRATIONS);
  if (pending.length > 0) throw new Error(`The database lacks ${pending.length} migration(s): run "${CLI_COMMAND} migrate" first.`);
}

const WHY_UNUSABLE: Record<UnusableKeyVersion['why'], string> = {
  missing: 'which ENCRYPTION_KEYS does not hold: nothing could be signed with them. Add that key beside the others.',
  another: 'and ENCRYPTION_KEYS holds another key under that version: nothing could be signed with them. Give the key that sealed them.',
};

async function refuseUnusableKeys(unusable: UnusableKeyVersionsQuery): Promise<void> {
  const [first] = await unusable.run();
  if (first) {
    throw new UnusableSettingError(
      `The database holds signing keys that were sealed with encryption key version ${first.version}, ${WHY_UNUSABLE[first.why]}`,
    );
  }
}

async function refuseDemoPartner(source: DataSource): Promise<void> {
  if (await source.manager.existsBy(Partner, { demo: true })) {
    throw new Error('This database holds the demo partner, whose token is public. Production needs a database of its own.');
  }
}
