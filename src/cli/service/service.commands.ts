import type { Command } from 'commander';
import type { CommandRunner } from '../command-runner.js';
import { examples } from '../examples.js';
import { PRODUCTS } from '../products/products.js';
import { addServiceBrand } from './brand.command.js';
import { addServiceCreate } from './create.command.js';
import { addServiceKey } from './key.command.js';
import { addServiceList } from './list.command.js';
import { addServiceResealKeys } from './reseal-keys.command.js';
import { addServiceRotateKey } from './rotate-key.command.js';
import { addServiceSet } from './set.command.js';
import { addServiceShow } from './show.command.js';

const CALLS = [
  'service create --partner 0192f0c1-7a3e-7cc2-9b1e-5d0c1f7a2b3c --area directbilling --name "Game points"',
  'service set 0f3a9c21 --notify-url https://shop.example/ipn',
  'service key 0f3a9c21',
];

export function addServiceCommands(program: Command, runner: CommandRunner): void {
  const service = program
    .command('service')
    .description('what partners sell through, with its signing keys and notify address')
    .addHelpText('after', examples(...CALLS));
  addServiceCreate(service, runner);
  addServiceList(service, runner);
  addServiceShow(service, runner);
  addServiceSet(service, runner);
  addServiceBrand(service, runner);
  addServiceKey(service, runner);
  addServiceRotateKey(service, runner);
  addServiceResealKeys(service, runner);
  for (const product of PRODUCTS) product.addServiceCommands?.(service, runner);
}
