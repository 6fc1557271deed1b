import { AsSwitch, Check, isUrlOf, optional } from './parsers.js';
import { Variable } from './variable.js';

const SAMPLERS = ['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'];

const isRatio = (value: unknown): boolean => /^(0(\.\d+)?|1(\.0+)?)$/.test(String(value));

/** OpenTelemetry's variables. OpenTelemetry's SDK reads the values itself; this class only checks and describes them. */
export class TracingConfig {
  @Variable('OTEL_EXPORTER_OTLP_ENDPOINT', {
    description:
      'URL of an OpenTelemetry collector that accepts OTLP as JSON over HTTP, such as `http://collector:4318`. Without the setting there are no traces.',
  })
  @Check('$name must be an http or https URL.', optional(isUrlOf('http', 'https')))
  readonly endpoint?: string;

  @Variable('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', {
    description: 'The same only for traces, with the whole path, such as `https://collector/v1/traces`.',
  })
  @Check('$name must be an http or https URL.', optional(isUrlOf('http', 'https')))
  readonly tracesEndpoint?: string;

  @Variable('OTEL_EXPORTER_OTLP_HEADERS', { description: 'Headers for the collector as `name=value`, separated by commas.' })
  readonly headers?: string;

  @Variable('OTEL_TRACES_SAMPLER', {
    description: `Which traces are kept: ${SAMPLERS.map((name) => `\`${name}\``).join(', ')}. The default is \`parentbased_always_on\`.`,
  })
  @Check(`$name must be one of ${SAMPLERS.join(', ')}.`, optional((value) => SAMPLERS.includes(String(value))))
  readonly sampler?: string;

  @Variable('OTEL_TRACES_SAMPLER_ARG', { description: 'Part of the traces that the `traceidratio` samplers keep, from `0` to `1`.' })
  @Check('$name must be a number from 0 to 1.', optional(isRatio))
  readonly samplerArgument?: string;

  @Variable('OTEL_SERVICE_NAME', { description: 'Name of the service in traces. The default is `payment-gateway`.' })
  readonly serviceName?: string;

  @Variable('OTEL_RESOURCE_ATTRIBUTES', {
    description:
      'Attributes of the process in traces as `name=value`, separated by commas, such as `deployment.environment.name=production`.',
  })
  readonly resourceAttributes?: string;

  @Variable('OTEL_SDK_DISABLED', { description: '`true` turns traces off, even with an endpoint.' })
  @AsSwitch()
  @Check('$name must be true or false.', optional((value) => typeof value === 'boolean'))
  readonly disabled?: boolean;

  get enabled(): boolean {
    return !this.disabled && (this.endpoint ?? this.tracesEndpoint) !== undefined;
  }
}
