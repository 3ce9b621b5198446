import { reloadOnce } from '#client/navigation/page-loader.ts'
import { reloadGuardMs, storageKeys } from '#shared/constants.ts'
import { beforeEach, describe, expect, test } from 'bun:test'

describe('the reload guard', () => {
  let clock: number
  let loaded: string[]
  let stored: string | null
  const reload = (address: string): boolean =>
    reloadOnce(address, {
      storage: { getItem: () => stored, setItem: (_, value) => void (stored = value) },
      now: () => clock,
      load: (target) => loaded.push(target),
    })

  beforeEach(() => {
    clock = 1_000_000
    loaded = []
    stored = null
  })

  test('reloads a URL at most once in 10 s', () => {
    expect(reload('/users?q=a')).toBe(true)
    clock += reloadGuardMs
    expect(reload('/users?q=a')).toBe(false)
    clock += 1
    expect(reload('/users?q=a')).toBe(true)
    expect(loaded).toEqual(['/users?q=a', '/users?q=a'])
  })

  test('remembers every URL, not only the last one', () => {
    expect([reload('/a'), reload('/b'), reload('/a'), reload('/b')]).toEqual([true, true, false, false])
  })

  test('forgets URLs after 10 s', () => {
    reload('/a')
    clock += reloadGuardMs + 1
    reload('/b')
    expect(Object.keys(JSON.parse(stored ?? ''))).toEqual(['/b'])
  })

  test('ignores a stored value that is not JSON', () => {
    stored = 'not JSON'
    expect(reload('/a')).toBe(true)
    expect(reload('/a')).toBe(false)
  })

  test('does not reload when the storage is not writable', () => {
    const load = (): never => {
      throw new Error('loaded')
    }
    const storage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(reloadOnce('/a', { storage, now: () => clock, load })).toBe(false)
  })

  test('uses the promised storage key', () => {
    const keys: string[] = []
    reloadOnce('/a', {
      storage: { getItem: (key) => (keys.push(key), null), setItem: (key) => void keys.push(key) },
      now: () => clock,
      load: () => undefined,
    })
    expect(keys).toEqual([storageKeys.reload, storageKeys.reload])
  })
})
