/** A new UUIDv7: unique, and later ids sort after earlier ones. */
export const newId = (): string => Bun.randomUUIDv7()

/** A new id with this time in it, epoch milliseconds. */
export const newIdAt = (at: number): string => Bun.randomUUIDv7('hex', at)

/** The time in an id, epoch milliseconds; `undefined` if the text is no UUIDv7. */
export const timeOfId = (id: string): number | undefined =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id)
    ? parseInt(id.replace('-', '').slice(0, 12), 16)
    : undefined
