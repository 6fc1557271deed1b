import { type Command, InvalidArgumentError } from 'commander';
import { SystemClock } from '../../common/time/clocks.js';
import { OffsetBusinessClock } from '../../runtime/clock/offset-business-clock.js';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { UserError } from '../user-error.js';
import { parseDuration } from '../values/times.js';
import { clockAnswer } from './clock.answer.js';

const parse = parseDuration('366d');

export function addClockForward(clock: Command, runner: CommandRunner): void {
  clock
    .command('forward')
    .description('move business time forward; everything that falls due by then follows within seconds')
    .argument('<duration>', 'such as 90s, 10m, 72h or 30d, a year at most', parseForward)
    .addHelpText('after', '\nOnly with the sandbox: nobody’s money waits for a time there. Time never goes back.')
    .addHelpText('after', 'Tokens, signatures and repeated notifications keep to the wall clock.')
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
