/** Stores one note for each decorated field of a class. Reading includes the fields of base classes. */
export class FieldMetadata<Note> {
  private readonly own = new WeakMap<object, Map<string, Note>>();
  private readonly withInherited = new WeakMap<object, ReadonlyMap<string, Note>>();

  noting(note: Note): PropertyDecorator {
    return (target, property) => {
      const notes = this.own.get(target.constructor) ?? new Map<string, Note>();
      this.own.set(target.constructor, notes.set(String(property), note));
    };
  }

  /** Call only after all decorators of the class have run, because the result is cached. */
  of(targetClass: object): ReadonlyMap<string, Note> {
    const found = this.withInherited.get(targetClass) ?? this.collect(targetClass);
    this.withInherited.set(targetClass, found);
    return found;
  }

  private collect(targetClass: object): ReadonlyMap<string, Note> {
    const chain: object[] = [];
    for (let each: object | null = targetClass; each; each = Object.getPrototypeOf(each) as object | null) chain.unshift(each);
    return new Map(chain.flatMap((each) => [...(this.own.get(each) ?? [])]));
  }
}
