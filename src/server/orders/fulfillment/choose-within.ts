import { type FieldError, invalidInput } from '#shared/problem.ts'

/**
 * The chosen quantities of lines, each within its limit, and each line once unless `repeat` is set. Throws `invalid-input` for more than the limit,
 * or if nothing is chosen.
 */
export function chooseWithin<Part extends { id: string; quantity: number }>(
  limits: Map<string, number>,
  chosen: readonly Part[],
  { repeat = false } = {},
): Part[] {
  const parts = chosen.filter(({ quantity }) => quantity > 0)
  if (parts.length === 0) throw invalidInput({ pointer: '/lines', reason: 'no-quantity' })
  const errors = chosen.flatMap(({ id, quantity }, index): FieldError[] => {
    const maximum = limits.get(id)
    if (maximum === undefined) return [{ pointer: `/lines/${index}/id`, reason: 'invalid' }]
    limits.set(id, repeat ? maximum - quantity : 0)
    if (quantity <= maximum) return []
    return [
      {
        pointer: `/lines/${index}/quantity`,
        reason: 'too-big',
        parameters: { maximum: Math.max(maximum, 0) },
      },
    ]
  })
  if (errors.length > 0) throw invalidInput(...errors)
  return parts
}
