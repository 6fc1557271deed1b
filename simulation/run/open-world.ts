import { createTestDatabase } from '../../test/support/test-database.js';
import { isServerPublished, testServerInfo } from '../../test/support/test-server-info.js';
import { startTestServer, type TestServer } from '../../test/support/test-server.js';
import type { Bug } from '../bugs/bug.js';
import { externalServicesOf } from '../actors/external-services.js';
import { World } from '../world/world.js';

export interface OpenWorlds {
  /** Opens a database with two processes of the gateway, with this bug planted in them, if any. */
  world<T>(bug: Bug | null, work: (world: World) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Uses the PostgreSQL server of the suite that runs this, or starts one. @param stop aborts everything between two steps. */
export async function openWorlds(stop: AbortSignal): Promise<OpenWorlds> {
  const ofSuite = (): Pick<TestServer, 'info' | 'stop'> => ({ info: testServerInfo(), stop: () => Promise.resolve() });
  const server = isServerPublished() ? ofSuite() : await startTestServer();
  return {
    async world(bug, work) {
      const database = await createTestDatabase();
      const superuser = new URL(server.info.superuser);
      superuser.pathname = `/${database.name}`;
      const world = await World.open(
        database,
        superuser.href,
        { outside: externalServicesOf, injectBug: (process) => bug?.inject(process) },
        stop,
      );
      try {
        return await work(world);
      } finally {
        await world.close();
        await database.drop();
      }
    },
    close: () => server.stop(),
  };
}
