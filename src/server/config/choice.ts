import { ConfigError } from '#server/config/config-error.ts'
import type { Setting } from '#server/config/settings.ts'

/** One of `values`; the first is the default. */
export function parseChoice<Value extends string>(
  name: Setting,
  values: readonly Value[],
  given: string | undefined,
): Value {
  const value = given === undefined ? values[0] : values.find((candidate) => candidate === given)
  if (value === undefined) throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${given}".`)
  return value
}
