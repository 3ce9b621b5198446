/** What a table has for a text from outside. Undefined also for names that every object has, such as `constructor` and `__proto__`. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
