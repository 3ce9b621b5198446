const none: readonly never[] = []

/** Values by key, each at most once. Nearly all keys have one value, which needs no set: sets took most of the memory of a run. */
export class MultiMap<Value extends object> {
  readonly #values = new Map<string, Value | Set<Value>>()

  /** The first values of a key: two by default, enough to see whether there are several. */
  first(key: string, limit = 2): readonly Value[] {
    const found = this.#values.get(key)
    if (found === undefined) return none
    return found instanceof Set ? [...found.values().take(limit)] : [found]
  }

  add(key: string, value: Value): void {
    const found = this.#values.get(key)
    if (found === undefined) this.#values.set(key, value)
    else if (found instanceof Set) found.add(value)
    else if (found !== value) this.#values.set(key, new Set([found, value]))
  }

  delete(key: string, value: Value): void {
    const found = this.#values.get(key)
    if (found instanceof Set) {
      found.delete(value)
      if (found.size === 0) this.#values.delete(key)
    } else if (found === value) this.#values.delete(key)
  }
}
