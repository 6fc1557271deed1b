import type { AddressInfo } from 'node:net';
import { destination, type Logger } from 'pino';
import { ConfigurationError, readEnvironment } from './runtime/config/environment.js';
import { SeedDemoService } from './demo/seed-demo.service.js';
import { createLogger } from './runtime/logging/logger.js';
import { writeOnlyJsonLines } from './program/only-json-lines.js';
import { welcome } from './program/welcome.js';
import { explainStartFailure, logStartFailure } from './program/explain-start-failure.js';
import { openDatabase, type OpenDatabase } from './program/open-database.js';
import { type RunningGateway, startGateway } from './program/start-gateway.js';
import { traceFields } from './runtime/tracing/trace-fields.js';
import { VERSION } from './runtime/version.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  let database: Promise<OpenDatabase> | undefined;
  let gateway: Promise<RunningGateway> | undefined;
  let stopping: Promise<void> | undefined;
  const output = destination(1); // one for all that is logged: two would not keep the order
  // Known before the settings are: whoever reads the log there reads JSON lines only, and the first may be about the settings.
  const lastWords = process.env['NODE_ENV']?.trim() === 'production' ? createLogger('warn', output) : undefined;
  let inProduction: Logger | undefined;
  if (lastWords) writeOnlyJsonLines(() => inProduction ?? lastWords, lastWords);
  const tell = (error: unknown): void => {
    if (lastWords) logStartFailure(lastWords, error);
    else process.stderr.write(`${explainStartFailure(error)}\n`);
  };

  // What is just being started is waited for: a database would outlive this process, a gateway would lose its database.
  const stop = async (code: number): Promise<void> => {
    await (await gateway?.catch(() => undefined))?.stop();
    await (await database?.catch(() => undefined))?.close();
    process.exit(code);
  };
  // A second signal does not start a second shutdown; it is the same one.
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    if (inProduction) inProduction.info({ signal }, 'finishing what is under way');
    else say(`\n${signal}: finishing what is under way …`);
    stopping = stop(0).catch((error: unknown) => {
      tell(error);
      process.exit(1);
    });
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  try {
    const environment = readEnvironment();
    const logger = createLogger(environment.app.logLevel, output, environment.tracing.enabled ? traceFields : undefined);
    if (environment.app.isProduction) inProduction = logger;
    database = openDatabase(environment, 'gateway', (line) => logger.info(line));
    const opened = await database;
    if (stopping) return; // called off meanwhile: nothing may start on a database that is being closed
    gateway = startGateway(environment, opened, logger);
    const { app } = await gateway;
    if (stopping) return;
    const demo = environment.seedDemo && environment.app.role !== 'worker' ? await app.get(SeedDemoService).run() : null;
    const { address, port } = app.getHttpServer().address() as AddressInfo;
    logger.info(
      { version: VERSION, role: environment.app.role, address, port, publicUrl: environment.http.publicUrl },
      'the gateway listens',
    );
    if (!inProduction) for (const line of welcome(environment, demo)) say(line);
  } catch (error) {
    if (stopping) return; // a start that is called off fails at whatever it was doing
    tell(error);
    await stop(error instanceof ConfigurationError ? 78 : 1).catch(() => process.exit(1));
  }
}

if (process.argv.includes('--version')) say(VERSION);
else await main();
