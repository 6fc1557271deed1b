import { type Command, InvalidArgumentError } from 'commander';
import { BusinessClock, SystemClock } from '../../common/time/clocks.js';
import { offsetText } from '../../common/time/offset-text.js';
import { OffsetBusinessClock } from '../../runtime/clock/offset-business-clock.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { type Answer, recordAnswer } from '../output/answer.js';
import type { Session } from '../session.js';
import { UserError } from '../user-error.js';
import { parseDuration } from '../values/times.js';

export function addClockCommands(program: Command, runner: CommandRunner): void {
  const clock = program
    .command('clock')
    .description('business time, by which payments expire and subscriptions are charged; the sandbox lets it be moved')
    .addHelpText('after', examples('clock show', 'clock forward 30d'));
  addClockShow(clock, runner);
  addClockForward(clock, runner);
}

function addClockShow(clock: Command, runner: CommandRunner): void {
  clock
    .command('show')
    .description('print business time, and how far it is ahead of the wall clock')
    .addHelpText('after', examples('clock show', 'clock show --json'))
    .action(
      runner.action(async (session) => {
        const app = await session.application();
        return clockAnswer(session, app.get(BusinessClock), app.get(SystemClock));
      }),
    );
}

const parse = parseDuration('366d');

function addClockForward(clock: Command, runner: CommandRunner): void {
  clock
    .command('forward')
    .description('move business time forward; everything that falls due by then follows within seconds')
    .argument('<duration>', 'such as 90s, 10m, 72h or 30d, a year at most', parseForward)
    .addHelpText('after', '\nOnly with the sandbox, where no real money waits for a time. Time never goes back.')
    .addHelpText('after', 'Tokens, signatures and retries of notifications use the wall clock.')
    .addHelpText('after', examples('clock forward 30d', 'clock forward 72h'))
    .action(
      runner.action(async (session, seconds: number) => {
        const app = await session.application();
        if (!session.environment.sandbox.enabled)
          throw new UserError(
            'Business time moves only with the sandbox, which is off. SANDBOX=on turns it on, where no real money is taken.',
          );
        const business = app.get(OffsetBusinessClock);
        await business.moveForward(seconds * 1000);
        return clockAnswer(session, business, app.get(SystemClock), 'A running gateway follows within a second.');
      }),
    );
}

function parseForward(text: string): number {
  const seconds = parse(text);
  if (seconds === 0) throw new InvalidArgumentError('Time moves forward or not at all.');
  return seconds;
}

/** @param remarks for people only. */
function clockAnswer(session: Session, business: BusinessClock, system: SystemClock, ...remarks: string[]): Answer {
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
