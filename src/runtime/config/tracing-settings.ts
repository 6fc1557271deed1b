import { oneOf, onOff, text, webUrl } from './setting.js';

const SAMPLERS = ['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'];

/** OpenTelemetry's variables. OpenTelemetry's SDK reads the values itself; here they are only checked and described. */
export const TRACING_SETTINGS = {
  endpoint: webUrl(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'URL of an OpenTelemetry collector that accepts OTLP as JSON over HTTP, such as `http://collector:4318`. Without the setting there are no traces.',
  ),
  tracesEndpoint: webUrl(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'The same only for traces, with the whole path, such as `https://collector/v1/traces`.',
  ),
  headers: text('OTEL_EXPORTER_OTLP_HEADERS', 'Headers for the collector as `name=value`, separated by commas.'),
  sampler: oneOf(
    'OTEL_TRACES_SAMPLER',
    `Which traces are kept: ${SAMPLERS.map((name) => `\`${name}\``).join(', ')}. The default is \`parentbased_always_on\`.`,
    { values: SAMPLERS },
  ),
  samplerArgument: text('OTEL_TRACES_SAMPLER_ARG', 'Part of the traces that the `traceidratio` samplers keep, from `0` to `1`.', {
    must: 'be a number from 0 to 1',
    accepts: (value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value),
  }),
  serviceName: text('OTEL_SERVICE_NAME', 'Name of the service in traces. The default is `payment-gateway`.'),
  resourceAttributes: text(
    'OTEL_RESOURCE_ATTRIBUTES',
    'Attributes of the process in traces as `name=value`, separated by commas, such as `deployment.environment.name=production`.',
  ),
  disabled: onOff('OTEL_SDK_DISABLED', '`true` turns traces off, even with an endpoint.', { words: 'true or false' }),
};
