import type { BusinessClock, SystemClock } from '../../common/time/clocks.js';
import { offsetText } from '../../common/time/offset-text.js';
import type { Answer } from '../output/answer.js';
import { recordAnswer } from '../output/record-answer.js';
import type { Session } from '../session.js';

/** @param remarks for people only. */
export function clockAnswer(session: Session, business: BusinessClock, system: SystemClock, ...remarks: string[]): Answer {
  const wall = system.now();
  const aheadMs = Math.round((business.now().getTime() - wall.getTime()) / 1000) * 1000; // the two are read one after the other
  return recordAnswer(
    {
      business_time: session.timestamp(new Date(wall.getTime() + aheadMs)),
      wall_clock: session.timestamp(wall),
      ahead: offsetText(aheadMs) || '0 min',
    },
    ...remarks,
  );
}
