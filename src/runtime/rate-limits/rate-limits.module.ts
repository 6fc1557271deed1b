import { Global, Module } from '@nestjs/common';
import { ClearExpiredLimitsService } from './clear-expired-limits.service.js';
import { RateLimits } from './rate-limits.js';
import { RequestLimits } from './request-limits.js';

@Global()
@Module({ providers: [RateLimits, RequestLimits, ClearExpiredLimitsService], exports: [RateLimits, RequestLimits] })
export class RateLimitsModule {}
