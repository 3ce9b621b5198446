import type { en } from '#shared/messages/en.ts'

export const home: (typeof en)['home'] = {}
