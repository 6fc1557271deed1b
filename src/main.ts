import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { destination, type Logger } from 'pino';
import { BusinessClock, SystemClock } from './common/time/clocks.js';
import { readEnvironment } from './runtime/config/environment.js';
import { SeedDemoService } from './demo/seed-demo.service.js';
import { createLogger } from './runtime/logging/logger.js';
import { forceJsonLogOutput } from './program/json-log-output.js';
import { demoLinks } from './program/demo-links.js';
import { startupBanner, sandboxBanner } from './program/startup-banner.js';
import { exitCodeOf, explainStartFailure, logStartFailure } from './program/explain-start-failure.js';
import { openDatabase, type OpenDatabase } from './program/open-database.js';
import { type RunningGateway, startGateway } from './program/start-gateway.js';
import { startSandboxProcess } from './program/start-sandbox-process.js';
import type { RunningSandbox } from './sandbox/start-sandbox.js';
import { traceFields } from './runtime/tracing/trace-parent.js';
import { VERSION } from './runtime/version.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** By how many milliseconds business time is ahead of system time. */
const businessTimeAheadMs = (app: INestApplicationContext): number =>
  app.get(BusinessClock).now().getTime() - app.get(SystemClock).now().getTime();

async function main(): Promise<void> {
  let database: Promise<OpenDatabase> | undefined;
  let gateway: Promise<RunningGateway> | undefined;
  let sandbox: Promise<RunningSandbox> | undefined;
  let stopping: Promise<void> | undefined;
  const output = destination(1); // one destination for all loggers: two destinations would not keep the order of lines
  // NODE_ENV is read before the settings. In production the log has only JSON lines, and its first line may be about wrong settings.
  const fatalLogger = process.env['NODE_ENV']?.trim() === 'production' ? createLogger('warn', output) : undefined;
  // Set only in production, once the settings are read. Outside production, messages are printed as text.
  let productionLogger: Logger | undefined;
  if (fatalLogger) forceJsonLogOutput(() => productionLogger ?? fatalLogger, fatalLogger);
  const reportFailure = (error: unknown): void => {
    if (fatalLogger) logStartFailure(fatalLogger, error);
    else process.stderr.write(`${explainStartFailure(error)}\n`);
  };

  // Waits for parts that are still starting. Otherwise a database could outlive this process, or a gateway could lose its database.
  const stop = async (code: number): Promise<void> => {
    await (await gateway?.catch(() => undefined))?.stop();
    await (await sandbox?.catch(() => undefined))?.close();
    await (await database?.catch(() => undefined))?.close();
    process.exit(code);
  };
  // A second signal does not start a second shutdown.
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    if (productionLogger) productionLogger.info({ signal }, 'finishing running requests and tasks');
    else print(`\n${signal}: finishing running requests and tasks …`);
    stopping = stop(0).catch((error: unknown) => {
      reportFailure(error);
      process.exit(1);
    });
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  try {
    const environment = readEnvironment();
    const logger = createLogger(environment.app.logLevel, output, environment.tracing.enabled ? traceFields : undefined);
    if (environment.app.isProduction) productionLogger = logger;
    database = openDatabase(environment, 'gateway', (line) => logger.info(line));
    const openedDatabase = await database;
    if (stopping) return; // after a signal the database is being closed, so nothing may start on it
    if (environment.app.role === 'sandbox') {
      sandbox = startSandboxProcess(environment, openedDatabase, logger);
      const { port } = await sandbox;
      if (stopping) return;
      const { gatewayUrl } = environment.sandbox;
      logger.info({ version: VERSION, role: environment.app.role, port, gatewayUrl }, 'the sandbox listens');
      if (!productionLogger) for (const line of sandboxBanner(environment)) print(line);
      return;
    }
    gateway = startGateway(environment, openedDatabase, logger);
    const { app } = await gateway;
    if (stopping) return;
    const demo = environment.seedDemo && environment.app.role !== 'worker' ? await app.get(SeedDemoService).run() : null;
    const links = demoLinks(environment, app, demo);
    const { address, port } = app.getHttpServer().address() as AddressInfo;
    logger.info(
      { version: VERSION, role: environment.app.role, address, port, publicUrl: environment.http.publicUrl },
      'the gateway listens',
    );
    if (!productionLogger) for (const line of startupBanner(environment, demo, businessTimeAheadMs(app), links)) print(line);
  } catch (error) {
    if (stopping) return; // after a signal the start fails at its current step, which is no error
    reportFailure(error);
    await stop(exitCodeOf(error)).catch(() => process.exit(1));
  }
}

if (process.argv.includes('--version')) print(VERSION);
else await main();
