/** Notes that decorators keep about the fields of a class, those of its base classes included. */
export class FieldMetadata<Note> {
  private readonly own = new WeakMap<object, Map<string, Note>>();
  private readonly whole = new WeakMap<object, ReadonlyMap<string, Note>>();

  noting(note: Note): PropertyDecorator {
    return (target, property) => {
      const notes = this.own.get(target.constructor) ?? new Map<string, Note>();
      this.own.set(target.constructor, notes.set(String(property), note));
    };
  }

  /** Only after all decorators of the class have run: the result is kept. */
  of(noted: object): ReadonlyMap<string, Note> {
    const found = this.whole.get(noted) ?? this.gathered(noted);
    this.whole.set(noted, found);
    return found;
  }

  private gathered(noted: object): ReadonlyMap<string, Note> {
    const chain: object[] = [];
    for (let each: object | null = noted; each; each = Object.getPrototypeOf(each) as object | null) chain.unshift(each);
    return new Map(chain.flatMap((each) => [...(this.own.get(each) ?? [])]));
  }
}
