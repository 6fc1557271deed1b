import { register } from 'node:module';

// For a child process (`--import`): writes the names of loaded OpenTelemetry packages to standard error.
const hooks = `
  import { writeSync } from 'node:fs';
  export async function resolve(specifier, context, next) {
    if (specifier.startsWith('@opentelemetry/')) writeSync(2, 'loaded: ' + specifier + '\\n');
    return next(specifier, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
