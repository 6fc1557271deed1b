import { Controller, NotFoundException, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { rawBodyOf } from '../http/raw-body.js';
import { waitUntilClosed } from '../http/wait-until-closed.js';
import { SandboxOptions } from '../sandbox-options.js';
import { INBOX_RESPONSES } from './inbox-responses.js';
import { type HeaderPairs, ReceiveNotificationService } from './receive-notification.service.js';

/** Receives notifications like a partner's own endpoint. */
@Controller('inbox')
export class InboxReceiverController {
  constructor(
    private readonly receive: ReceiveNotificationService,
    private readonly options: SandboxOptions,
  ) {}

  @Post(':serviceId')
  async notification(@Param('serviceId') serviceId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (!/^[0-9a-f]{8}$/.test(serviceId)) throw new NotFoundException();
    const responseName = await this.receive.run(serviceId, headerPairs(request), rawBodyOf(request));
    if (responseName === 'slow') await waitUntilClosed(request, this.options.slowResponseMs);
    const { status, text } = INBOX_RESPONSES[responseName];
    response.status(status).type('text/plain');
    if (responseName === 'redirect') response.location('/inbox');
    response.send(text);
  }
}

/** Node lists names and values alternately. */
function headerPairs({ rawHeaders }: Request): HeaderPairs {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []));
}
