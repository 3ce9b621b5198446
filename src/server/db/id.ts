/** A new UUIDv7: unique, and later ids sort after earlier ones. */
export const newId = (): string => Bun.randomUUIDv7()
