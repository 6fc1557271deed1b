import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { PlatformOptions } from '../platform.module.js';
import { NestLogger } from '../runtime/logging/nest-logger.js';
import { CliModule } from './cli.module.js';

/** Starts the Nest application of the commands, without an HTTP server. */
export function startApplication(options: PlatformOptions): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(CliModule.forRoot(options), {
    logger: new NestLogger(options.logger),
    abortOnError: false,
  });
}
