import { Global, Module } from '@nestjs/common';
import { BusinessClock, SystemClock } from '../../common/time/clocks.js';
import { ClockGauges } from './clock-gauges.js';
import { DatabaseClock } from './database-clock.js';
import { OffsetBusinessClock } from './offset-business-clock.js';

@Global()
@Module({
  providers: [
    DatabaseClock,
    { provide: SystemClock, useExisting: DatabaseClock },
    ClockGauges,
    OffsetBusinessClock,
    { provide: BusinessClock, useExisting: OffsetBusinessClock },
  ],
  exports: [DatabaseClock, SystemClock, BusinessClock, OffsetBusinessClock],
})
export class ClockModule {}
