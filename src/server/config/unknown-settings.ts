import { ConfigError } from '#server/config/config-error.ts'
import { settings } from '#server/config/settings.ts'

/** Throws a `ConfigError` for a variable that begins like a setting and is none. */
export function rejectUnknownSettings(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) {
    if (!name.startsWith('KONTOR_') || Object.hasOwn(settings, name)) continue
    throw new ConfigError(`Unknown setting ${name}. Did you mean ${findNearestSetting(name)}?`)
  }
}

function findNearestSetting(name: string): string {
  // PORT and a few more have no prefix, which is easily added by mistake.
  const distance = (setting: string): number =>
    levenshteinDistance(name.replace(/^KONTOR_/, ''), setting.replace(/^KONTOR_/, ''))
  return Object.keys(settings).toSorted((a, b) => distance(a) - distance(b))[0] ?? ''
}

/** The number of letters to add, drop or change. */
function levenshteinDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 0; column < to.length; column++)
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === to[column] ? 0 : 1),
        ),
      )
    row = next
  }
  return row[to.length] ?? 0
}
