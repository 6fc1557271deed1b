import { ConfigurationError, readEnvironment } from './config/environment.js';
import { SeedDemoService } from './demo/seed-demo.service.js';
import { createLogger } from './logging/logger.js';
import { welcome } from './program/welcome.js';
import { explainStartFailure } from './program/explain-start-failure.js';
import { openDatabase, type OpenDatabase } from './program/open-database.js';
import { type RunningGateway, startGateway } from './program/start-gateway.js';
import { traceFields } from './tracing/trace-fields.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  let database: OpenDatabase | undefined;
  let gateway: RunningGateway | undefined;
  let stopping: Promise<void> | undefined;

  const stop = async (code: number): Promise<void> => {
    await gateway?.stop();
    await database?.close();
    process.exit(code);
  };
  // A second signal does not start a second shutdown; it is the same one.
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    say(`\n${signal}: finishing what is under way …`);
    stopping = stop(0).catch((error: unknown) => {
      process.stderr.write(`${explainStartFailure(error)}\n`);
      process.exit(1);
    });
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  try {
    const environment = readEnvironment();
    const logger = createLogger(environment.app.logLevel, undefined, environment.tracing.enabled ? traceFields : undefined);
    database = await openDatabase(environment, 'gateway', (line) => logger.info(line));
    gateway = await startGateway(environment, database, logger);
    const demo = environment.seedDemo && environment.app.role !== 'worker' ? await gateway.app.get(SeedDemoService).run() : null;
    for (const line of welcome(environment, demo)) say(line);
  } catch (error) {
    process.stderr.write(`${explainStartFailure(error)}\n`);
    await gateway?.stop().catch(() => undefined);
    await database?.close().catch(() => undefined);
    process.exit(error instanceof ConfigurationError ? 78 : 1);
  }
}

await main();
