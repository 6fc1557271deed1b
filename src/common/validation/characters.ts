import { registerDecorator, type ValidationArguments } from 'class-validator';

/** Registers a check with its sentence on a DTO's property. */
export function Rule(name: string, test: (value: unknown, args: ValidationArguments) => boolean, sentence: string): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      validator: { validate: test, defaultMessage: () => sentence },
    });
}

/** Text of at most `max` characters, counted as the database counts them (code points). */
export function IsText(label: string, max: number): PropertyDecorator {
  return Rule(
    'isText',
    (value) => typeof value === 'string' && isStorable(value) && [...value].length <= max,
    `The ${label} must be text of at most ${max} characters without control characters.`,
  );
}

// PostgreSQL cannot store NUL, a half surrogate has no UTF-8, and other control characters do not belong in text for people.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/; // oxlint-disable-line no-control-regex

function isStorable(value: string): boolean {
  return !CONTROL.test(value) && value.isWellFormed();
}
