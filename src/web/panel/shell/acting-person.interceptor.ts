import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { actingAs } from '../../../platform/audit/actor.js';
import { isReason } from '../../../platform/audit/reason.js';
import { actorOf } from '../../../platform/people/person.js';
import { formField, type PanelRequest } from './panel-request.js';

/** Makes the signed-in person the author of the request's audit entries. The form's field `reason` becomes the reason of these entries. */
@Injectable()
export class ActingPerson implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, person, visit, form } = context.switchToHttp().getRequest<PanelRequest>();
    if (method !== 'POST' || !person) return next.handle();
    const reason = formField(form, 'reason');
    return from(
      actingAs(actorOf(person, visit, isReason(reason) ? reason : null), () => lastValueFrom(next.handle(), { defaultValue: undefined })),
    );
  }
}
