import { createIdempotencyKey } from '#client/api/call.ts'
import { describeFile } from '#client/ui/form-values.ts'
import { useRef, useState } from 'react'

/** The idempotency keys of a form. */
interface IdempotencyKeys {
  /** For a post without script. */
  firstKey: string
  /** The same key for the same values, until there is an answer: after a lost connection nothing is done twice. */
  keyFor: (values: Record<string, unknown>) => string
  /** The request was decided: the next one is another, even with the same values. */
  renew: () => void
}

export function useIdempotencyKey(): IdempotencyKeys {
  const [firstKey] = useState(createIdempotencyKey)
  const lastSent = useRef({ key: firstKey, values: '' })
  return {
    firstKey,
    keyFor: (values) => {
      const text = JSON.stringify(values, describeFile)
      const { key, values: before } = lastSent.current
      lastSent.current = { key: before === '' || before === text ? key : createIdempotencyKey(), values: text }
      return lastSent.current.key
    },
    renew: () => {
      lastSent.current = { key: createIdempotencyKey(), values: '' }
    },
  }
}
