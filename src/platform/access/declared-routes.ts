import { Injectable } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';

export interface DeclaredRoute {
  /** `Controller.method`. */
  name: string;
  /** Its name in the controller. */
  method: string;
  controller: object;
  handler: object;
}

/** Every route of the application as its decorators declare it, for checks at boot. */
@Injectable()
export class DeclaredRoutes {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  all(): DeclaredRoute[] {
    return this.discovery.getControllers().flatMap(({ metatype: controller }) => {
      const prototype = controller?.prototype as Record<string, object> | undefined;
      if (!controller || !prototype) return [];
      return this.scanner
        .getAllMethodNames(prototype)
        .map((method) => ({ name: `${controller.name}.${method}`, method, controller, handler: prototype[method] ?? {} }))
        .filter(({ handler }) => Reflect.hasMetadata(METHOD_METADATA, handler));
    });
  }
}
