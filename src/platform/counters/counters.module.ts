import { Module } from '@nestjs/common';
import { VerifyCountersService } from './verify-counters.service.js';

@Module({ providers: [VerifyCountersService] })
export class CountersModule {}
