import { getMetadataStorage, ValidationTypes, type ValidationArguments, type ValidatorConstraintInterface } from 'class-validator';
import { fieldsOf, type FieldShape, type RequestClass } from './declared-fields.js';
import { isObject } from './pick-declared-fields.js';

type Condition = (object: object, value: unknown) => boolean;
type Test = (object: object, value: unknown) => boolean;
/** A field with an object of a request class, or with a list of such objects. */
type Nesting = { of: () => RequestClass; isList: boolean };

interface PlannedField {
  name: string;
  shape: FieldShape;
  nesting: Nesting | null;
  /** The rules apply only when all conditions hold. `IsOptional` has the condition that a value is present. */
  conditions: readonly Condition[];
  rules: readonly Test[];
}

interface Plan {
  constructRequest: new () => Record<string, unknown>;
  fields: readonly PlannedField[];
}

const plans = new WeakMap<RequestClass, Plan | null>();

/**
 * Builds the request when each rule of its class passes. The result equals that of class-transformer and class-validator, in a tenth of the time,
 * because the decorators' metadata are read once per class. This function only accepts. For all other bodies the caller uses class-transformer and
 * class-validator, so rejections and their messages come from these libraries.
 * @param declaredFields the result of `pickDeclaredFields`. @returns null when a rule fails or cannot be checked by this function.
 */
export function buildValidRequest(requestClass: RequestClass, declaredFields: unknown): object | null {
  const plan = planOf(requestClass);
  const request = plan && isObject(declaredFields) ? build(plan, declaredFields) : null;
  return plan && request && passes(plan, request) ? request : null;
}

function planOf(requestClass: RequestClass): Plan | null {
  let plan = plans.get(requestClass);
  if (plan === undefined) plans.set(requestClass, (plan = makePlan(requestClass)));
  return plan;
}

/** Reads the decorators of a class. Null for a kind of rule that only class-validator itself can check. */
function makePlan(requestClass: RequestClass): Plan | null {
  const storage = getMetadataStorage();
  const declaredFields = fieldsOf(requestClass);
  const byField = storage.groupByPropertyName(storage.getTargetValidationMetadatas(requestClass, '', false, false));
  if (declaredFields.size === 0 || Object.keys(byField).some((name) => !declaredFields.has(name))) return null;
  const fields: PlannedField[] = [];
  for (const [name, { shape }] of declaredFields) {
    const field: PlannedField & { conditions: Condition[]; rules: Test[] } = {
      name,
      shape,
      nesting: nestingOf(shape),
      conditions: [],
      rules: [],
    };
    let isNested = false;
    for (const rule of byField[name] ?? []) {
      if ((rule.groups as string[] | undefined)?.length) return null;
      if (rule.type === ValidationTypes.CONDITIONAL_VALIDATION) field.conditions.push(rule.constraints[0] as Condition);
      else if (rule.type === ValidationTypes.NESTED_VALIDATION) isNested = true;
      else if (rule.type === ValidationTypes.CUSTOM_VALIDATION && !rule.each && !rule.validateIf) {
        const constraints = storage.getTargetValidatorConstraints(rule.constraintCls);
        if (constraints.some(({ async }) => async)) return null;
        for (const { instance } of constraints) field.rules.push(testOf(instance, name, rule.constraints));
      } else return null;
    }
    if (isNested !== (field.nesting !== null)) return null;
    fields.push(field);
  }
  return { constructRequest: requestClass as Plan['constructRequest'], fields };
}

function nestingOf(shape: FieldShape): Nesting | null {
  if (typeof shape === 'string') return null;
  return 'object' in shape ? { of: shape.object, isList: false } : { of: shape.list, isList: true };
}

/** Only `true` passes. A promise does not pass, because asynchronous rules are left to class-validator. */
function testOf(instance: ValidatorConstraintInterface, property: string, constraints: unknown[]): Test {
  return (object, value) => {
    const args: ValidationArguments = { targetName: object.constructor.name, property, object, value, constraints };
    return instance.validate(value, args) === true;
  };
}

/** Copies the declared fields into a new request. @returns null when a field has another shape than its class declares. */
function build({ constructRequest, fields }: Plan, declaredFields: Record<string, unknown>): Record<string, unknown> | null {
  const request = new constructRequest();
  for (const { name, shape, nesting } of fields) {
    if (shape === 'raw' || !Object.hasOwn(declaredFields, name)) continue;
    const input = declaredFields[name];
    const value = input === null ? null : nesting ? buildNested(nesting, input) : shape === 'values' ? valuesOf(input) : input;
    const hasDeclaredShape =
      value === null ? input === null : value !== undefined && (nesting || shape === 'values' || typeof value !== 'object');
    if (!hasDeclaredShape) return null;
    request[name] = value;
  }
  return request;
}

function buildNested({ of, isList }: Nesting, input: unknown): unknown {
  const plan = planOf(of());
  if (!plan) return null;
  if (!isList) return isObject(input) ? build(plan, input) : null;
  if (!Array.isArray(input)) return null;
  const list: unknown[] = [];
  for (const element of input) {
    const request = isObject(element) ? build(plan, element) : null;
    if (!request) return null;
    list.push(request);
  }
  return list;
}

function valuesOf(input: unknown): unknown[] | null {
  return Array.isArray(input) && input.every((element) => typeof element !== 'object' && element !== undefined) ? input : null;
}

function passes({ fields }: Plan, request: Record<string, unknown>): boolean {
  for (const { name, nesting, conditions, rules } of fields) {
    const value = request[name];
    if (!conditions.every((condition) => condition(request, value))) continue;
    if (!rules.every((test) => test(request, value))) return false;
    if (nesting && !passesNested(nesting, value)) return false;
  }
  return true;
}

function passesNested({ of, isList }: Nesting, value: unknown): boolean {
  const plan = planOf(of());
  if (!plan || value === null || value === undefined) return false;
  if (isList) return (value as Record<string, unknown>[]).every((element) => passes(plan, element));
  return passes(plan, value as Record<string, unknown>);
}
