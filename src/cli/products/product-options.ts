import { Command, Help, Option, type OptionValues } from 'commander';
import type { Input } from '../inputs.js';
import { UserError } from '../user-error.js';
import type { CliProduct } from './product.js';
import { CLI_PRODUCTS } from './products.js';

/** An option, and the product that has it. Several products may have an option of the same name. */
interface ProductOption {
  product: CliProduct;
  option: Option;
}

export interface EnteredOptions {
  isEmpty: boolean;
  /**
   * The entered options, parsed for the product.
   * @throws UserError when the product lacks an option, CommanderError when an option's value is invalid.
   */
  parseFor(product: CliProduct): OptionValues;
}

/**
 * The options of all products. Which product the service belongs to, and so what an option means, is known only later. Until then the
 * entered options are stored. `parseFor` then lets commander parse the stored options and reject wrong values.
 */
export function productOptions(optionsOf: (product: CliProduct) => readonly Option[]): Input<EnteredOptions> {
  const all = CLI_PRODUCTS.flatMap((product) => optionsOf(product).map((option): ProductOption => ({ product, option })));
  const ownersOf = (flag: string): ProductOption[] => all.filter(({ option }) => flagOf(option) === flag);
  return {
    addTo(command) {
      const entered: { flag: string; token: string }[] = [];
      for (const { option: first } of all) {
        const flag = flagOf(first);
        const owners = ownersOf(flag);
        if (owners[0]?.option !== first) continue;
        const heading = `${owners.map(({ product }) => product.title).join(', ')}:`;
        command.addOption(new Option(first.flags, descriptionOf(owners)).helpGroup(heading));
        command.on(`option:${first.name()}`, (value?: string | null) => {
          entered.push({ flag, token: typeof value === 'string' ? `${flag}=${value}` : flag });
        });
      }
      const parseFor = (product: CliProduct): OptionValues => {
        const accepted = optionsOf(product);
        const foreign = entered.find(({ flag }) => !accepted.some((option) => flagOf(option) === flag));
        if (foreign) {
          const owners = ownersOf(foreign.flag).map(({ product: { title } }) => title);
          throw UserError.usage(`${foreign.flag} belongs to ${owners.join(' and ')} services, and this is a service of ${product.title}.`);
        }
        const parser = new Command().copyInheritedSettings(command);
        for (const option of accepted) parser.addOption(option);
        const tokens = entered.map(({ token }) => token);
        return parser.parse(tokens, { from: 'user' }).opts();
      };
      return () => ({ isEmpty: entered.length === 0, parseFor });
    },
  };
}

function flagOf(option: Option): string {
  return `--${option.name()}`;
}

function descriptionOf(owners: readonly ProductOption[]): string {
  const describe = ({ option }: ProductOption): string => new Help().optionDescription(option) + (option.mandatory ? ' (required)' : '');
  return owners.length === 1 ? owners.map(describe).join() : owners.map((owner) => `${owner.product.title}: ${describe(owner)}`).join('; ');
}
