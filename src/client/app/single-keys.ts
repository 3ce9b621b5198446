import { safeStorage } from '#client/browser/safe-storage.ts'
import { storageKeys } from '#shared/constants.ts'

/** Whether letters and other single characters are shortcuts in this browser: on unless the user has turned them off. */
export const areSingleKeysOn = (): boolean => safeStorage('localStorage').getItem(storageKeys.singleKeys) !== 'off'
