import { registerDecorator, type ValidationArguments } from 'class-validator';

/** Registers a check with its error message on a property of a request class. class-validator replaces `$property` in the message by its name. */
export function Rule(name: string, test: (value: unknown, args: ValidationArguments) => boolean, message: string): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      validator: { validate: test, defaultMessage: () => message },
    });
}

/**
 * Text of at most `max` characters, counted as code points like in PostgreSQL.
 * @param label the name in the error message, or `$property` for the property's own name.
 */
export function IsText(label: string, max: number): PropertyDecorator {
  return Rule(
    'isText',
    (value) => typeof value === 'string' && isStorable(value) && [...value].length <= max,
    `The ${label} must be text of at most ${max} characters without control characters.`,
  );
}

// PostgreSQL cannot store NUL, and an unpaired surrogate has no UTF-8. Other control characters do not belong in displayed text, except tab, line
// feed and carriage return, which the pattern allows.
const FORBIDDEN_CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/; // oxlint-disable-line no-control-regex

function isStorable(value: string): boolean {
  return !FORBIDDEN_CONTROL.test(value) && value.isWellFormed();
}
