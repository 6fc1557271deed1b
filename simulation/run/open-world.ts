import { createTestDatabase } from '../../test/support/test-database.js';
import { isServerPublished, testServerInfo } from '../../test/support/test-server-info.js';
import { startTestServer, type TestServer } from '../../test/support/test-server.js';
import type { Bug } from '../bugs/bug.js';
import { externalServicesOf } from '../actors/external-services.js';
import { World } from '../world/world.js';

export interface OpenWorlds {
  /**
   * Creates a world with a separate database, runs the work and removes both.
   * @param bug is injected into the gateway's processes; null for none.
   */
  world<T>(bug: Bug | null, work: (world: World) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Uses the PostgreSQL server of the test suite when it runs in one, or starts a server.
 * @param stopSignal aborts each run between two steps.
 */
export async function openWorlds(stopSignal: AbortSignal): Promise<OpenWorlds> {
  const serverOfSuite = (): Pick<TestServer, 'info' | 'stop'> => ({ info: testServerInfo(), stop: () => Promise.resolve() });
  const server = isServerPublished() ? serverOfSuite() : await startTestServer();
  return {
    async world(bug, work) {
      const database = await createTestDatabase();
      const superuserUrl = new URL(server.info.superuser);
      superuserUrl.pathname = `/${database.name}`;
      const world = await World.open(
        database,
        superuserUrl.href,
        { createExternalServices: externalServicesOf, injectBug: (process) => bug?.inject(process) },
        stopSignal,
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
