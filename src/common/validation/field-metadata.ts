/** Stores one value for each decorated field of a class. The result of `forClass` includes the fields of base classes. */
export class FieldMetadata<Value> {
  private readonly own = new WeakMap<object, Map<string, Value>>();
  private readonly withInherited = new WeakMap<object, ReadonlyMap<string, Value>>();

  decorate(value: Value): PropertyDecorator {
    return (target, property) => {
      const values = this.own.get(target.constructor) ?? new Map<string, Value>();
      this.own.set(target.constructor, values.set(String(property), value));
    };
  }

  /** Call only after all decorators of the class have run, because the result is cached. */
  forClass(targetClass: object): ReadonlyMap<string, Value> {
    const values = this.withInherited.get(targetClass) ?? this.collect(targetClass);
    this.withInherited.set(targetClass, values);
    return values;
  }

  private collect(targetClass: object): ReadonlyMap<string, Value> {
    const chain: object[] = [];
    for (let current: object | null = targetClass; current; current = Object.getPrototypeOf(current) as object | null)
      chain.unshift(current);
    return new Map(chain.flatMap((ancestor) => [...(this.own.get(ancestor) ?? [])]));
  }
}
