import { Global, Module } from '@nestjs/common';
import { ClearExpiredLimitsService } from './clear-expired-limits.service.js';
import { RateLimits } from './rate-limits.js';

@Global()
@Module({ providers: [RateLimits, ClearExpiredLimitsService], exports: [RateLimits] })
export class RateLimitsModule {}
