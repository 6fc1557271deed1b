import { register } from 'node:module';

// For a child process (`--import`): says on standard error which packages of OpenTelemetry it loads.
const hooks = `
  import { writeSync } from 'node:fs';
  export async function resolve(specifier, context, next) {
    if (specifier.startsWith('@opentelemetry/')) writeSync(2, 'loaded: ' + specifier + '\\n');
    return next(specifier, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
