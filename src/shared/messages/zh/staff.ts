import type { en } from '#shared/messages/en.ts'

export const staff: (typeof en)['staff'] = {}
