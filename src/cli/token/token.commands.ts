import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { addTokenCreate } from './create.command.js';
import { addTokenList } from './list.command.js';
import { addTokenRevoke } from './revoke.command.js';

const PARTNER = '0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c';

export function addTokenCommands(program: Command, runner: CommandRunner): void {
  const token = program
    .command('token')
    .description('bearer tokens that partners call the API with')
    .addHelpText('after', examples(`token create --partner ${PARTNER} --name "Web shop"`, `token list --partner ${PARTNER}`));
  addTokenCreate(token, runner);
  addTokenList(token, runner);
  addTokenRevoke(token, runner);
}
