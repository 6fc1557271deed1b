import { expect, it } from '@jest/globals';
import { openDataSource } from '../../src/cli/open-data-source.js';
import { readEnvironment } from '../../src/runtime/config/environment.js';
import { ENCRYPTION_KEYS } from '../support/encryption-key.js';
import { testServerInfo } from '../support/test-server-info.js';

// The superuser's URL leads to a database without tables of the gateway.
const openWithSettings = (settings: NodeJS.ProcessEnv) => openDataSource(testServerInfo().superuser, readEnvironment(settings).database);

it('openDataSource asks for the settings of the gateway when the embedded database has no tables', async () => {
  await expect(openWithSettings({ DATA_DIR: '/var/elsewhere' })).rejects.toThrow(
    'No gateway has used the embedded database in /var/elsewhere yet. Give the command the settings of the gateway, such as DATA_DIR, or start a gateway there.',
  );
});

it('openDataSource says that migrations are missing when the database of DATABASE_URL is empty', async () => {
  await expect(openWithSettings({ DATABASE_URL: testServerInfo().superuser, ENCRYPTION_KEYS })).rejects.toThrow(
    /lacks \d+ migration\(s\)\. Run them first/,
  );
});
