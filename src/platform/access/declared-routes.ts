import { Injectable } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';

export interface DeclaredRoute {
  /** `Controller.method`. */
  name: string;
  /** Name of the handler method. */
  method: string;
  controller: object;
  handler: object;
}

/** All routes of the application as their decorators declare them, for checks when the process starts. */
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
