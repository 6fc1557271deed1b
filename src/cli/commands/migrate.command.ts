import { MIGRATIONS } from '../../migrations.js';
import { migrateDatabase } from '../../runtime/database/schema/migrate.js';
import { changeCommand } from '../command.js';

export const migrateCommand = changeCommand({
  notes: 'Repeating it is harmless. Concurrent calls wait for each other.',
  examples: ['migrate', 'migrate --json'],
  opens: 'nothing',
  async run({ session }) {
    const { ownerUrl, appRole } = await session.database();
    const migrated = await migrateDatabase(ownerUrl, MIGRATIONS, {
      appRole,
      log: (line) => session.notify(line),
      whileWaiting: () => session.throwIfInterrupted(),
    });
    return { json: { migrated }, text: migrated.length === 0 ? 'up to date' : migrated.map((name) => `migrated: ${name}`).join('\n') };
  },
});
