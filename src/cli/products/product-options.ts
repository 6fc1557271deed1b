import { Command, Help, Option, type OptionValues } from 'commander';
import { UserError } from '../user-error.js';
import type { CliProduct } from './product.js';

/** An option, and the product that has it. Several products may have an option of the same name. */
interface ProductOption {
  product: CliProduct;
  option: Option;
}

/**
 * Adds the options of all products to one command. Which product the service belongs to, and so what an option means, is known only later.
 * Until then this class stores the entered options. `readFor` then lets commander parse the stored options and reject wrong values.
 */
export class ProductOptions {
  private readonly productOptions: readonly ProductOption[];
  private readonly enteredOptions: { flag: string; token: string }[] = [];

  constructor(
    private readonly command: Command,
    products: readonly CliProduct[],
    private readonly optionsOf: (product: CliProduct) => readonly Option[],
  ) {
    this.productOptions = products.flatMap((product) => optionsOf(product).map((option) => ({ product, option })));
    for (const flag of new Set(this.productOptions.map(({ option }) => flagOf(option)))) this.addFlag(flag);
  }

  get isEmpty(): boolean {
    return this.enteredOptions.length === 0;
  }

  /**
   * The entered options, parsed for the product.
   * @throws UserError when the product lacks an option, CommanderError when an option's value is invalid.
   */
  readFor(product: CliProduct): OptionValues {
    const accepted = this.optionsOf(product);
    const foreign = this.enteredOptions.find(({ flag }) => !accepted.some((option) => flagOf(option) === flag));
    if (foreign) {
      const owners = this.owners(foreign.flag).map(({ product: { title } }) => title);
      throw UserError.usage(`${foreign.flag} belongs to ${owners.join(' and ')} services, and this is a service of ${product.title}.`);
    }
    const parser = new Command().copyInheritedSettings(this.command);
    for (const option of accepted) parser.addOption(option);
    return parser
      .parse(
        this.enteredOptions.map(({ token }) => token),
        { from: 'user' },
      )
      .opts();
  }

  private addFlag(flag: string): void {
    const owners = this.owners(flag);
    const [first] = owners;
    if (!first) return;
    const heading = `${owners.map(({ product }) => product.title).join(', ')}:`;
    const option = new Option(first.option.flags, descriptionOf(owners)).helpGroup(heading);
    this.command.addOption(option);
    this.command.on(`option:${option.name()}`, (value?: string | null) => {
      this.enteredOptions.push({ flag, token: typeof value === 'string' ? `${flag}=${value}` : flag });
    });
  }

  private owners(flag: string): ProductOption[] {
    return this.productOptions.filter(({ option }) => flagOf(option) === flag);
  }
}

function flagOf(option: Option): string {
  return `--${option.name()}`;
}

function descriptionOf(owners: readonly ProductOption[]): string {
  const describe = ({ option }: ProductOption): string => new Help().optionDescription(option) + (option.mandatory ? ' (required)' : '');
  return owners.length === 1 ? owners.map(describe).join() : owners.map((owner) => `${owner.product.title}: ${describe(owner)}`).join('; ');
}
