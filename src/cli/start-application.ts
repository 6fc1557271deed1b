import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { PlatformOptions } from '../platform.module.js';
import { NestLogger } from '../runtime/logging/nest-logger.js';
import { CliModule } from './cli.module.js';
import { PRODUCTS } from './products/products.js';

/** Starts the Nest application of the commands, without an HTTP server. */
export function startApplication(options: PlatformOptions): Promise<INestApplicationContext> {
  const products = PRODUCTS.map(({ module }) => module);
  return NestFactory.createApplicationContext(CliModule.forRoot(options, products), {
    logger: new NestLogger(options.logger),
    abortOnError: false,
  });
}
