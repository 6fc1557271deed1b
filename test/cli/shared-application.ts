import type { INestApplicationContext } from '@nestjs/common';
import type { StartApplication } from '../../src/cli/session.js';
import { startApplication } from '../../src/cli/start-application.js';
import { OffsetBusinessClock } from '../../src/runtime/clock/offset-business-clock.js';
import { beforeDrop } from '../support/test-database.js';

const shared = new Map<string, INestApplicationContext>();

/**
 * Starting the application takes nine tenths of a command's time. So commands with the same settings share one until their database is dropped.
 * A command that logs has its own application, because the log goes to the standard error of that command.
 */
export function sharedApplication(env: NodeJS.ProcessEnv): StartApplication {
  if (env['LOG_LEVEL']) return startApplication;
  const settings = JSON.stringify(env);
  return async (options) => {
    const known = shared.get(settings);
    await known?.get(OffsetBusinessClock).refresh(); // as at a start
    return known ?? keep(settings, options.databaseUrl, await startApplication(options));
  };
}

/** @returns the same application, but the command cannot close it. */
function keep(settings: string, databaseUrl: string, application: INestApplicationContext): INestApplicationContext {
  const isKept = beforeDrop(databaseUrl, async () => {
    shared.delete(settings);
    await application.close();
  });
  if (!isKept) return application;
  const lasting = Object.create(application, { close: { value: () => Promise.resolve() } }) as INestApplicationContext;
  shared.set(settings, lasting);
  return lasting;
}
