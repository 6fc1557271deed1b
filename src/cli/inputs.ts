import { Argument, type Command, Option } from 'commander';

/** What a command takes: an argument, an option, or several options. */
export interface Input<T> {
  /** Adds it to a command. @returns a function that reads its value after the command line was parsed. */
  addTo(command: Command): () => T;
}

/** Parses a value. @throws InvalidArgumentError with a sentence that says what is allowed. */
type Parse<T> = (text: string, previous: T | undefined) => T;
/**
 * How a text becomes a value: by a parser, or as one of these choices. Without them it stays text. The functions below return `NoInfer<T>`,
 * so that T comes from here and not from where the input is used.
 */
type Values<T> = Parse<T> | readonly T[];

/** An option of a command. Several commands and runs may share one, so it is not changed after its declaration. */
class OptionInput<T> extends Option implements Input<T> {
  addTo(command: Command): () => T {
    command.addOption(this);
    return () => command.opts<Record<string, T>>()[this.attributeName()] as T;
  }
}

/** A positional argument, such as `<id>`, or `[id]` for one that may be left out. */
export function argument<Name extends string, T = string>(
  name: Name,
  description: string,
  values?: Values<T>,
): Input<Name extends `[${string}` ? NoInfer<T> | undefined : NoInfer<T>> {
  return {
    addTo(command) {
      const index = command.registeredArguments.length;
      command.addArgument(withValues(new Argument(name, description), values));
      return () => command.processedArgs[index] as T;
    },
  };
}

/** An option that may be left out. */
export function option<T = string>(flags: string, description: string, values?: Values<T>): OptionInput<NoInfer<T> | undefined> {
  return withValues(new OptionInput<T | undefined>(flags, description), values);
}

/** An option that must be given. */
export function requiredOption<T = string>(flags: string, description: string, values?: Values<T>): OptionInput<NoInfer<T>> {
  return withValues(new OptionInput<T>(flags, description), values).makeOptionMandatory();
}

/** An option with a default. @param shown the default as the help shows it, if not as it is. */
export function defaultOption<T>(flags: string, description: string, values: Values<T>, value: T, shown?: string): OptionInput<T> {
  return withValues(new OptionInput<T>(flags, description), values).default(value, shown);
}

/** An option without a value. With `fallback` the help shows the default. */
export function flag(flags: string, description: string): OptionInput<true | undefined>;
export function flag(flags: string, description: string, fallback: false): OptionInput<boolean>;
export function flag(flags: string, description: string, fallback?: false): OptionInput<boolean | undefined> {
  return new OptionInput<boolean | undefined>(flags, description).default(fallback);
}

/** An option of which one word stands for null. */
export function nullableOption<T>(
  flags: string,
  description: string,
  word: 'none' | 'default',
  parse: (text: string) => T,
): Input<T | null | undefined> {
  // Boxed, because commander stores an empty text for null.
  const input = option(flags, description, (text) => ({ value: text.trim() === word ? null : parse(text) }));
  return {
    addTo(command) {
      const read = input.addTo(command);
      return () => read()?.value;
    },
  };
}

/** The options `--enable` and `--disable`. The value is undefined without either. */
export function enablement(enableText: string, disableText: string): Input<boolean | undefined> {
  const enable = flag('--enable', enableText);
  const disable = flag('--disable', disableText).conflicts('enable');
  return {
    addTo(command) {
      const [isEnabled, isDisabled] = [enable.addTo(command), disable.addTo(command)];
      return () => isEnabled() ?? (isDisabled() ? false : undefined);
    },
  };
}

/** The values that were given, without those that are undefined. */
export function givenValues<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as ReturnType<typeof givenValues<T>>;
}

interface Valued {
  choices(values: readonly string[]): unknown;
  argParser(parse: (text: string, previous: never) => unknown): unknown;
}

function withValues<I extends Valued, T>(input: I, values: Values<T> | undefined): I {
  if (typeof values === 'function') input.argParser(values);
  else if (values) input.choices(values as readonly string[]);
  return input;
}
