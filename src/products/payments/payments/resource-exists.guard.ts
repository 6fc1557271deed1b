import { type CanActivate, type ExecutionContext, Injectable, mixin, type Type } from '@nestjs/common';
import { DataSource, type EntityTarget } from 'typeorm';
import { DomainError } from '../../../common/errors/domain-error.js';
import type { ErrorCode } from '../../../common/errors/error-codes.js';
import { isUuid } from '../../../common/validation/is-uuid.js';
import type { AccessRequest } from '../../../platform/access/caller.js';

interface ServiceRow {
  id: string;
  serviceId: string;
}

/**
 * A guard that rejects a request when the service has no row with this id, so that a wrong path is reported before a wrong body.
 * @param parameter name of the path parameter with the row's id.
 * @param errorCode the error for an id that is unknown, malformed or of another service.
 */
export function ResourceExists<Row extends ServiceRow>(
  entity: EntityTarget<Row>,
  parameter: string,
  errorCode: ErrorCode,
): Type<CanActivate> {
  @Injectable()
  class ResourceExistsGuard implements CanActivate {
    constructor(private readonly dataSource: DataSource) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const { service, params } = context.switchToHttp().getRequest<AccessRequest>();
      const id = String(params[parameter]);
      const exists = service && isUuid(id) && (await this.existsInService(id, service.id));
      if (!exists) throw new DomainError(errorCode);
      return true;
    }

    private existsInService(id: string, serviceId: string): Promise<boolean> {
      return this.dataSource.getRepository(entity).createQueryBuilder().where({ id, serviceId }).getExists();
    }
  }
  return mixin(ResourceExistsGuard);
}
