import type { Command } from 'commander';
import { migrateDatabase } from '../../runtime/database/schema/migrate.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';

export function addMigrate(program: Command, runner: CommandRunner): void {
  program
    .command('migrate')
    .description('bring the database schema up to date, as its owner (DATABASE_OWNER_URL)')
    .addHelpText('after', '\nRepeating it is harmless, and several at once take turns.')
    .addHelpText('after', examples('migrate', 'migrate --json'))
    .action(
      runner.action(async (session) => {
        const { ownerUrl, appRole } = await session.database();
        const migrated = await migrateDatabase(ownerUrl, session.migrations, {
          appRole,
          log: (line) => session.notify(line),
          whileWaiting: () => session.throwIfInterrupted(),
        });
        return { json: { migrated }, text: migrated.length === 0 ? 'up to date' : migrated.map((name) => `migrated: ${name}`).join('\n') };
      }),
    );
}
