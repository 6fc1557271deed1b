import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { PublicRoute } from '../access/public-route.decorator.js';
import { ApiTextsEnvelope } from '../../common/api/api-envelope.decorator.js';
import { envelope, type Envelope } from '../../common/api/envelope.js';
import { Environment } from '../../runtime/config/environment.js';

@ApiTags('Notifications')
@Controller('ip')
export class NotificationSourcesController {
  constructor(private readonly environment: Environment) {}

  @Get()
  @PublicRoute('partners allow these addresses in their firewalls')
  @ApiOperation({ summary: 'List the addresses that notifications come from', security: [] })
  @ApiTextsEnvelope('203.0.113.7')
  list(): Envelope<string[]> {
    return envelope(this.environment.webhook.sourceAddresses);
  }
}
