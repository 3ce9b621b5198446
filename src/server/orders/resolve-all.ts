/** The values of the promises in an object, which are waited for together. */
export async function resolveAll<Parts extends object>(
  parts: Parts,
): Promise<{ [Key in keyof Parts]: Awaited<Parts[Key]> }> {
  const entries = Object.entries(parts).map(async ([key, value]: [string, unknown]) => [key, await value] as const)
  return Object.fromEntries(await Promise.all(entries)) as { [Key in keyof Parts]: Awaited<Parts[Key]> }
}
