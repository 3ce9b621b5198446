import { safeStorage } from '#client/browser/safe-storage.ts'
import { storageKeys } from '#shared/constants.ts'

/** Whether letters and other single characters are shortcuts in this browser: on unless the user has turned them off. */
export const areSingleKeysOn = (): boolean => safeStorage('localStorage').getItem(storageKeys.singleKeys) !== 'off'

/** Turns them on or off. Throws a `SecurityError` where the browser blocks its storage. */
export const setSingleKeys = (on: boolean): void =>
  safeStorage('localStorage').setItem(storageKeys.singleKeys, on ? 'on' : 'off')
