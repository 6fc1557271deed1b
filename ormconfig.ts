import { DataSource } from 'typeorm';
import { MIGRATIONS } from './src/migrations.js';

/** For the TypeORM command line only (`-d ormconfig.ts`); the gateway migrates with `npm run gateway -- migrate`. */
export default new DataSource({
  type: 'postgres',
  url: process.env['DATABASE_OWNER_URL'] ?? process.env['DATABASE_URL'],
  migrations: [...MIGRATIONS],
  migrationsTransactionMode: 'each',
});
