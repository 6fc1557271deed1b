import { METHODS } from 'node:http';
import { HttpAdapterHost } from '@nestjs/core';
import type { Application } from 'express';
import type { World } from './world.js';

interface Layer {
  route?: { path: unknown; methods: Record<string, boolean> };
  /** The path that was passed to `use()`. `/` matches every path. */
  rawPath: string;
  handle: (...parameters: unknown[]) => unknown;
}

export const expressOf = (world: Pick<World, 'get'>): Application => world.get(HttpAdapterHost).httpAdapter.getInstance<Application>();

/** `METHOD /path` of every Express route, also of routes that are registered without Nest. `ALL` is the name for all methods together. */
export function expressRoutes(express: Application): string[] {
  const routes = layersOf(express).flatMap(({ route }) => {
    if (!route) return [];
    const methods = Object.keys(route.methods).map((method) => method.toUpperCase());
    const paths = [route.path].flat().map((path) => String(path).replace(/(?<=.)\/$/, ''));
    return paths.flatMap((path) => (methods.length >= METHODS.length - 1 ? ['ALL'] : methods).map((method) => `${method} ${path}`));
  });
  return [...new Set(routes)].sort();
}

/** Paths below which a handler without a route could respond, such as a static folder. Handlers with four parameters are for errors. */
export function mountedHandlers(express: Application): string[] {
  return layersOf(express)
    .filter(({ route, rawPath, handle }) => !route && rawPath !== '/' && handle.length !== 4)
    .map(({ rawPath }) => rawPath);
}

function layersOf(express: Application): Layer[] {
  return (express as unknown as { router: { stack: Layer[] } }).router.stack;
}
