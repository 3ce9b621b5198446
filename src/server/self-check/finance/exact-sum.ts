/** Adds up safe integers exactly. Only what a number cannot hold is carried over to a BigInt, because each addition of BigInts creates an object. */
export class ExactSum {
  #rest = 0
  #carried = 0n

  add(amount: number): void {
    const next = this.#rest + amount
    if (Number.isSafeInteger(next)) this.#rest = next
    else {
      this.#carried += BigInt(this.#rest)
      this.#rest = amount
    }
  }

  get value(): bigint {
    return this.#carried + BigInt(this.#rest)
  }
}
