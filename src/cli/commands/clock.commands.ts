import type { INestApplicationContext } from '@nestjs/common';
import { InvalidArgumentError } from 'commander';
import { DataSource } from 'typeorm';
import { BusinessClock, SystemClock } from '../../common/time/clocks.js';
import { offsetText } from '../../common/time/offset-text.js';
import { recordChange } from '../../platform/audit/audited.js';
import { OffsetBusinessClock } from '../../runtime/clock/offset-business-clock.js';
import { changeCommand, command, noun } from '../command.js';
import { argument } from '../inputs.js';
import { type CommandResult, recordResult } from '../output/result.js';
import type { Session } from '../session.js';
import { UserError } from '../user-error.js';
import { parseDuration } from '../values/times.js';

const show = command({
  description: 'print business time, and how far it is ahead of system time',
  examples: ['clock show', 'clock show --json'],
  run: ({ app, session }) => clockResult(app, session),
});

/** At most a year. 366 days also cover a leap year. */
const parseAtMostAYear = parseDuration('366d');

const advance = changeCommand({
  description: 'move business time forward; everything that falls due by then follows within seconds',
  takes: { seconds: argument('<duration>', 'such as 90s, 10m, 72h or 30d, a year at most', parseAdvance) },
  notes: `Works only with the sandbox, which takes no real money. Time can only move forward.
Tokens, signatures and retries of notifications use system time.`,
  examples: ['clock advance 30d', 'clock advance 72h'],
  async run({ app, session }, { seconds }) {
    if (!session.environment.sandbox.enabled)
      throw new UserError('Business time can be moved only with the sandbox, which is off. Set SANDBOX=on where no real money is taken.');
    await app.get(DataSource).transaction(async (tx) => {
      await app.get(OffsetBusinessClock).moveForward(seconds * 1000, tx);
      await recordChange(tx, { action: 'clock.forward', subject: 'business_clock', id: 'offset', after: { forward_seconds: seconds } });
    });
    return clockResult(app, session, 'A running gateway uses the new time within a second.');
  },
});

function parseAdvance(text: string): number {
  const seconds = parseAtMostAYear(text);
  if (seconds === 0) throw new InvalidArgumentError('The duration must be above 0.');
  return seconds;
}

/** @param remarks sentences below the record. The JSON does not have them. */
function clockResult(app: INestApplicationContext, session: Session, ...remarks: string[]): CommandResult {
  const wallTime = app.get(SystemClock).now();
  // Rounded: the two clocks are read one after the other.
  const aheadMs = Math.round((app.get(BusinessClock).now().getTime() - wallTime.getTime()) / 1000) * 1000;
  return recordResult(
    {
      business_time: session.timestamp(new Date(wallTime.getTime() + aheadMs)),
      wall_clock: session.timestamp(wallTime),
      ahead: offsetText(aheadMs) || '0 min',
    },
    ...remarks,
  );
}

export const clock = noun({ examples: ['clock show', 'clock advance 30d'], commands: { show, advance } });
