import { Global, Module } from '@nestjs/common';
import { BusinessClock, RealSystemClock, SystemClock } from '../../common/time/clocks.js';
import { ClockFigures } from './clock-figures.js';
import { OffsetBusinessClock } from './offset-business-clock.js';

@Global()
@Module({
  providers: [
    { provide: SystemClock, useClass: RealSystemClock },
    ClockFigures,
    OffsetBusinessClock,
    { provide: BusinessClock, useExisting: OffsetBusinessClock },
  ],
  exports: [SystemClock, BusinessClock, OffsetBusinessClock],
})
export class ClockModule {}
