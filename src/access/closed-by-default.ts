import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { PROTECTED_BY } from './protected.decorator.js';
import { PUBLIC_ROUTE } from './public-route.decorator.js';

/** Stops the boot when a route says neither which ability it asks for nor why it is public. */
@Injectable()
export class ClosedByDefault implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onApplicationBootstrap(): void {
    const open = this.discovery.getControllers().flatMap(({ metatype }) => {
      const prototype = metatype?.prototype as Record<string, object> | undefined;
      if (!metatype || !prototype) return [];
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((name) => Reflect.hasMetadata(METHOD_METADATA, prototype[name] ?? {}))
        .filter(
          (name) =>
            ![PROTECTED_BY, PUBLIC_ROUTE].some(
              (key) => Reflect.hasMetadata(key, prototype[name] ?? {}) || Reflect.hasMetadata(key, metatype),
            ),
        )
        .map((name) => `${metatype.name}.${name}`);
    });
    if (open.length > 0) throw new Error(`These routes have neither @Protected() nor @PublicRoute(): ${open.join(', ')}`);
  }
}
