import type { en } from '#shared/messages/en.ts'

export const events: (typeof en)['events'] = {}
