import { MIGRATIONS } from '../../migrations.js';
import { migrateDatabase } from '../../runtime/database/schema/migrate.js';
import type { CliCommand } from '../cli-command.js';

export function addMigrate(migrate: CliCommand): void {
  migrate
    .changes()
    .notes('Repeating it is harmless. Concurrent calls wait for each other.')
    .examples('migrate', 'migrate --json')
    .runs(async (session) => {
      const { ownerUrl, appRole } = await session.database();
      const migrated = await migrateDatabase(ownerUrl, MIGRATIONS, {
        appRole,
        log: (line) => session.notify(line),
        whileWaiting: () => session.throwIfInterrupted(),
      });
      return { json: { migrated }, text: migrated.length === 0 ? 'up to date' : migrated.map((name) => `migrated: ${name}`).join('\n') };
    });
}
