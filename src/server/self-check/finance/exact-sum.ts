/** Adds up safe integers exactly, in a number as long as that holds the sum: a sum in BigInt costs an object for each summand. */
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
