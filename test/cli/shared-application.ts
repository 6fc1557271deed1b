import type { INestApplicationContext } from '@nestjs/common';
import type { StartApplication } from '../../src/cli/session.js';
import { startApplication } from '../../src/cli/start-application.js';
import { OffsetBusinessClock } from '../../src/runtime/clock/offset-business-clock.js';
import { beforeDrop } from '../support/test-database.js';

const applications = new Map<string, INestApplicationContext>();

/**
 * Starting the application takes nine tenths of a command's time. Therefore commands with the same settings share one application
 * until their database is dropped.
 * A command that logs has its own application, because the log goes to the standard error of that command.
 */
export function sharedApplication(env: NodeJS.ProcessEnv): StartApplication {
  if (env['LOG_LEVEL']) return startApplication;
  const settings = JSON.stringify(env);
  return async (options) => {
    const existing = applications.get(settings);
    await existing?.get(OffsetBusinessClock).refresh(); // A new application reads the clock at its start, too.
    return existing ?? share(settings, options.databaseUrl, await startApplication(options));
  };
}

/** @returns the application for all commands with these settings. Its `close` does nothing: the drop of the database closes it. */
function share(settings: string, databaseUrl: string, application: INestApplicationContext): INestApplicationContext {
  const isTestDatabase = beforeDrop(databaseUrl, async () => {
    applications.delete(settings);
    await application.close();
  });
  if (!isTestDatabase) return application;
  const withoutClose = Object.create(application, { close: { value: () => Promise.resolve() } }) as INestApplicationContext;
  applications.set(settings, withoutClose);
  return withoutClose;
}
