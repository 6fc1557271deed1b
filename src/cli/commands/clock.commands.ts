import { InvalidArgumentError } from 'commander';
import { DataSource } from 'typeorm';
import { BusinessClock, SystemClock } from '../../common/time/clocks.js';
import { offsetText } from '../../common/time/offset-text.js';
import { recordChange } from '../../platform/audit/audited.js';
import { OffsetBusinessClock } from '../../runtime/clock/offset-business-clock.js';
import type { CliCommand } from '../cli-command.js';
import { type CommandResult, recordResult } from '../output/result.js';
import type { Session } from '../session.js';
import { UserError } from '../user-error.js';
import { parseDuration } from '../values/times.js';

export function addClockCommands(clock: CliCommand): void {
  clock.examples('clock show', 'clock advance 30d');
  addClockShow(clock);
  addClockAdvance(clock);
}

function addClockShow(clock: CliCommand): void {
  clock
    .command('show')
    .description('print business time, and how far it is ahead of the wall clock')
    .examples('clock show', 'clock show --json')
    .withApplication(({ app, session }) => clockAnswer(session, app.get(BusinessClock), app.get(SystemClock)));
}

const parse = parseDuration('366d');

function addClockAdvance(clock: CliCommand): void {
  clock
    .command('advance')
    .changes()
    .description('move business time forward; everything that falls due by then follows within seconds')
    .argument('<duration>', 'such as 90s, 10m, 72h or 30d, a year at most', parseAdvance)
    .notes(
      'Only with the sandbox, where no real money waits for a time. Time never goes back.',
      'Tokens, signatures and retries of notifications use the wall clock.',
    )
    .examples('clock advance 30d', 'clock advance 72h')
    .withApplication(async ({ app, session }, seconds: number) => {
      if (!session.environment.sandbox.enabled)
        throw new UserError(
          'Business time moves only with the sandbox, which is off. SANDBOX=on turns it on, where no real money is taken.',
        );
      const business = app.get(OffsetBusinessClock);
      await app.get(DataSource).transaction(async (tx) => {
        await business.moveForward(seconds * 1000, tx);
        await recordChange(tx, { action: 'clock.forward', subject: 'business_clock', id: 'offset', after: { forward_seconds: seconds } });
      });
      return clockAnswer(session, business, app.get(SystemClock), 'A running gateway follows within a second.');
    });
}

function parseAdvance(text: string): number {
  const seconds = parse(text);
  if (seconds === 0) throw new InvalidArgumentError('Time moves forward or not at all.');
  return seconds;
}

/** @param remarks sentences below the record. The JSON does not have them. */
function clockAnswer(session: Session, business: BusinessClock, system: SystemClock, ...remarks: string[]): CommandResult {
  const wall = system.now();
  const aheadMs = Math.round((business.now().getTime() - wall.getTime()) / 1000) * 1000; // rounded: the two clocks are read one after the other
  return recordResult(
    {
      business_time: session.timestamp(new Date(wall.getTime() + aheadMs)),
      wall_clock: session.timestamp(wall),
      ahead: offsetText(aheadMs) || '0 min',
    },
    ...remarks,
  );
}
