import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { DeclaredRoutes } from '../../platform/access/declared-routes.js';
import { PROTECTED_BY } from '../../platform/access/protected.decorator.js';
import { apiErrorsOf } from '../../common/api/api-errors.decorator.js';
import { Parts } from '../../platform/products/parts.js';
import { Environment } from '../../runtime/config/environment.js';
import { BODY_ERRORS, METHODS_WITH_BODY } from '../../runtime/http/body/json-body.js';
import { RESPONSE_HEADERS, headersOf } from './response-headers.js';
import { describeEmptyValues } from './empty-values.js';
import { ERROR_SHAPES, ErrorResponses } from './error-responses.js';
import { describeNotifications } from './notifications.js';
import { operationsOf, type ApiParameter, parametersOf, takesIdempotencyKey } from './operations.js';

const DESCRIPTION = `What partners can do.

Requests carry a bearer token and answers are JSON: \`success\` and \`data\`, or \`success\` and \`errorCode\`. Lists come in pages. Each
POST may carry an \`Idempotency-Key\`, which makes it safe to repeat. For what is optional in a body an empty text, and an empty list where an
object is meant, stand for nothing, as null does.`;

/** Creates the OpenAPI document from the controllers and their request and response classes. */
export function makeApiDocument(app: INestApplication): OpenAPIObject {
  const { notifications, products } = app.get(Parts, { strict: false });
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Payment Gateway API')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(app.get(Environment).http.publicUrl);
  for (const { title, description } of products) config.addTag(title, description);
  config
    .addTag('Reconciliation', 'The partner’s money: the wallet, what moved it, and statements of days and months.')
    .addTag('Notifications', 'What partners need to know to receive notifications.')
    .addSecurity('bearerAuth', { type: 'http', scheme: 'bearer', description: 'The token that the operator of the gateway gave out.' });
  const document = SwaggerModule.createDocument(app, config.build(), {
    operationIdFactory: operationId,
    extraModels: [...ERROR_SHAPES, ...notifications.map(({ body }) => body)],
  });
  return describeNotifications(completeDocument(document, app.get(DeclaredRoutes)), notifications);
}

const operationId = (controller: string, method: string): string => `${controller.replace(/Controller$/, '')}.${method}`;

/** Adds to each operation the required ability, the errors and the response headers. */
function completeDocument(document: OpenAPIObject, routes: DeclaredRoutes): OpenAPIObject {
  const handlers = new Map(routes.all().map(({ name, handler }) => [name.replace('Controller.', '.'), handler]));
  const errors = new ErrorResponses();
  for (const { operation, path, method } of operationsOf(document)) {
    const handler = handlers.get(operation.operationId ?? '') ?? {};
    const ability = Reflect.getMetadata(PROTECTED_BY, handler) as string | undefined;
    if (ability) operation.description = `Needs the ability \`${ability}\`.`;
    const replayable = takesIdempotencyKey(operation);
    for (const [status, response] of Object.entries(operation.responses))
      Object.assign(response ?? {}, { headers: headersOf(Number(status), replayable, operation.requestBody !== undefined) });
    Object.assign(
      operation.responses,
      errors.referencesFor([...(METHODS_WITH_BODY.has(method) ? BODY_ERRORS : []), ...apiErrorsOf(handler)], replayable),
    );
    operation.parameters = sortParameters(parametersOf(operation), path);
  }
  describeEmptyValues(document);
  delete document.info.contact; // Nest adds an empty contact
  Object.assign(document.components ?? {}, { responses: errors.shared, headers: RESPONSE_HEADERS });
  return document;
}

/** Sorts parameters: first those of the path in the order of the path, then query parameters, then headers. */
function sortParameters(parameters: ApiParameter[], path: string): ApiParameter[] {
  const locations = ['path', 'query', 'header'];
  return parameters.toSorted(
    (a, b) => locations.indexOf(a.in) - locations.indexOf(b.in) || path.indexOf(`{${a.name}}`) - path.indexOf(`{${b.name}}`),
  );
}
