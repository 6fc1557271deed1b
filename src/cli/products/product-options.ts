import { Command, Help, Option, type OptionValues } from 'commander';
import { UserError } from '../user-error.js';
import type { Product } from './product.js';

interface Offer {
  product: Product;
  option: Option;
}

/**
 * Adds the options of all products to one command. The product of the service, and so the meaning of an option, is known only later. Until then
 * the typed options are stored. Then commander parses them, and rejects wrong values as for all other options.
 */
export class ProductOptions {
  private readonly offers: readonly Offer[];
  private readonly typed: { flag: string; token: string }[] = [];

  constructor(
    private readonly command: Command,
    products: readonly Product[],
    private readonly optionsOf: (product: Product) => readonly Option[],
  ) {
    this.offers = products.flatMap((product) => optionsOf(product).map((option) => ({ product, option })));
    for (const flag of new Set(this.offers.map(({ option }) => flagOf(option)))) this.addFlag(flag);
  }

  get isEmpty(): boolean {
    return this.typed.length === 0;
  }

  /** The typed options, parsed for the product. @throws UserError when the product lacks an option, CommanderError when it rejects a value. */
  readFor(product: Product): OptionValues {
    const own = this.optionsOf(product);
    const foreign = this.typed.find(({ flag }) => !own.some((option) => flagOf(option) === flag));
    if (foreign) {
      const owners = this.owners(foreign.flag).map(({ product: { title } }) => title);
      throw UserError.usage(`${foreign.flag} belongs to ${owners.join(' and ')} services, and this is a service of ${product.title}.`);
    }
    const reader = new Command().copyInheritedSettings(this.command);
    for (const option of own) reader.addOption(option);
    return reader
      .parse(
        this.typed.map(({ token }) => token),
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
      this.typed.push({ flag, token: typeof value === 'string' ? `${flag}=${value}` : flag });
    });
  }

  private owners(flag: string): Offer[] {
    return this.offers.filter(({ option }) => flagOf(option) === flag);
  }
}

function flagOf(option: Option): string {
  return `--${option.name()}`;
}

function descriptionOf(owners: readonly Offer[]): string {
  const one = ({ option }: Offer): string => new Help().optionDescription(option) + (option.mandatory ? ' (required)' : '');
  return owners.length === 1 ? owners.map(one).join() : owners.map((offer) => `${offer.product.title}: ${one(offer)}`).join('; ');
}
